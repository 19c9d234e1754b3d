#pragma once

#include <memory>

#include "app/window/explore_options.h"
#include "app/window/state.h"

namespace texelscope::app {

/// Sets up what a window begins with: the session that is asked for, or else the last one of a user; scene, parameters,
/// lab and tensors. @throws ParameterError, FileError.
void take_settings(const ExploreOptions& options, State& state);

/// The picture for the scenes; null where there is none. A tensor that no scene works on is not one: the tensor lab
/// shows it. @throws FileError.
[[nodiscard]] std::shared_ptr<const Image> load_picture(const ExploreOptions& options);

/// Shows it, after take_settings(), and waits for a file of tensors.
void take_picture(const ExploreOptions& options, const std::shared_ptr<const Image>& picture, State& state);

}  // namespace texelscope::app
