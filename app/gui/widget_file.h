#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "app/workspace/state.h"

namespace texelscope::app {

/// How far the window has processed its input.
struct InputProgress {
  /// Events of the mouse and the keyboard that have arrived since the window opened.
  std::uint64_t count = 0;
  /// Whether some of them wait for later frames.
  bool is_waiting = false;
  /// Whether no event waits, and the frames after the last one have been drawn: widgets move for a few frames.
  bool is_settled = false;
};

/// Updates a JSON file with the window's contents: {"scene", "frame", "zoom", "image", "frame_pending", "loading",
/// "input_count", "input_waits", "is_settled", "typed", "notices": […], "widgets": {name: [x, y, width, height]}}, so
/// that a test knows where to click and what the result was.
class WidgetFile {
 public:
  explicit WidgetFile(std::filesystem::path path) : path_{std::move(path)} {}

  /// Writes the file when anything other than the frame number changes, and at least every half second.
  /// `is_frame_pending`: whether the shown frame is older than the requested one. @throws FileError.
  void update(const State& state, const InputProgress& input, bool is_frame_pending);

 private:
  std::filesystem::path path_;
  std::string last_;
  double written_ = -1;
};

}  // namespace texelscope::app
