#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "app/window/explore_options.h"
#include "app/window/state.h"

namespace texelscope::app {

/// Sets up what a window begins with: the session that is asked for, or else the last one of a user; scene, parameters,
/// lab, and what a lab opens, as file_use() says. @throws ParameterError, FileError.
void take_settings(const ExploreOptions& options, State& state);

/// The picture that a window begins with.
struct FirstPicture {
  std::filesystem::path path{};
  /// Null where there is none.
  std::shared_ptr<const Image> image{};
  /// Listed before it, and cannot be read: each with the reason.
  std::vector<std::pair<std::filesystem::path, std::string>> unread{};
};

/// The picture for the scenes: of several the first that can be read. A tensor that no scene works on is not one: the
/// tensor lab shows it. Reads of the state what it has from its beginning. @throws FileError where none can be read.
[[nodiscard]] FirstPicture load_picture(const ExploreOptions& options, const State& state);

/// Shows it, after take_settings(), and waits for the file that a lab opened. @throws FileError where it is not read.
void take_picture(const ExploreOptions& options, const FirstPicture& picture, State& state);

}  // namespace texelscope::app
