#pragma once

#include <filesystem>
#include <string>

#include "app/window/state.h"

namespace texelscope::app {

/// Keeps a JSON file at what the window shows: {"scene", "frame", "zoom", "image", "loading", "notices": […],
/// "widgets": {name: [x, y, width, height]}}, so that a test knows where to click and what came of it.
class WidgetFile {
 public:
  explicit WidgetFile(std::filesystem::path path) : path_{std::move(path)} {}

  /// Writes the file when it would differ, the frame's number apart, and at least each half second. @throws FileError.
  void update(const State& state);

 private:
  std::filesystem::path path_;
  std::string last_;
  double written_ = -1;
};

}  // namespace texelscope::app
