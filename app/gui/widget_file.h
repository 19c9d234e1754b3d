#pragma once

#include <filesystem>
#include <string>

#include "app/window/state.h"

namespace texelscope::app {

/// Updates a JSON file with the window's contents: {"scene", "frame", "zoom", "image", "frame_pending", "loading",
/// "input_waits", "typed", "notices": […], "widgets": {name: [x, y, width, height]}}, so that a test knows where to
/// click and what the result was.
class WidgetFile {
 public:
  explicit WidgetFile(std::filesystem::path path) : path_{std::move(path)} {}

  /// Writes the file when anything other than the frame number changes, and at least every half second.
  /// `has_input_waiting`: whether keys and clicks wait for later frames; `is_frame_pending`: whether the shown frame is
  /// older than the requested one. @throws FileError.
  void update(const State& state, bool has_input_waiting, bool is_frame_pending);

 private:
  std::filesystem::path path_;
  std::string last_;
  double written_ = -1;
};

}  // namespace texelscope::app
