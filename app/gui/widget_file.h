#pragma once

#include <filesystem>
#include <string>

#include "app/window/state.h"

namespace texelscope::app {

/// Keeps a JSON file at what the window shows: {"scene", "frame", "zoom", "image", "frame_pending", "loading",
/// "input_waits", "typed", "notices": […], "widgets": {name: [x, y, width, height]}}, so that a test knows where to
/// click and what came of it.
class WidgetFile {
 public:
  explicit WidgetFile(std::filesystem::path path) : path_{std::move(path)} {}

  /// Writes the file when it would differ, the frame's number apart, and at least each half second. `has_input_waiting`
  /// says whether keys and clicks wait for later frames, `is_frame_pending` whether the scene's frame is the one before
  /// what is asked for. @throws FileError.
  void update(const State& state, bool has_input_waiting, bool is_frame_pending);

 private:
  std::filesystem::path path_;
  std::string last_;
  double written_ = -1;
};

}  // namespace texelscope::app
