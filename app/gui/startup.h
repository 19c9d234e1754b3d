#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "app/window/autosave.h"
#include "app/window/explore_options.h"
#include "app/window/state.h"

namespace texelscope::app {

/// The user's session for a window with these options; none if it is not a user's window. Without a folder for it, a
/// notice says so.
[[nodiscard]] Autosave open_autosave(const ExploreOptions& options, State& state);

/// Sets up the initial state of a window: the requested session, or else the user's last one; scene, parameters, lab,
/// and the lab's file as determined by file_use(). @throws ParameterError, FileError.
void take_settings(const ExploreOptions& options, State& state, Autosave& autosave);

/// The initial picture of a window.
struct FirstPicture {
  std::filesystem::path path{};
  /// Null if there is none.
  std::shared_ptr<const Image> image{};
  /// Earlier listed pictures that cannot be read, each with the reason.
  std::vector<std::pair<std::filesystem::path, std::string>> unread{};
};

/// The picture for the scenes; if there are several, the first readable one. Excludes tensors that no scene accepts,
/// which the tensor lab shows. Reads only parts of the state that never change. @throws FileError if no picture can be
/// read.
[[nodiscard]] FirstPicture load_picture(const ExploreOptions& options, const State& state);

/// Shows the picture, after take_settings(), and waits for the file that a lab opened. @throws FileError if reading
/// fails.
void take_picture(const ExploreOptions& options, const FirstPicture& picture, State& state);

}  // namespace texelscope::app
