#pragma once

#include <filesystem>
#include <functional>
#include <future>
#include <string>

#include "app/gui/scene_control.h"
#include "app/workspace/state.h"

namespace texelscope::app {

/// Writes frames, pictures, sessions, lesson results and files of labs. All except sessions and results are written on
/// another thread, one at a time; the destructor waits for the last write.
class FileSaving {
 public:
  /// Handles the state's request, and notifies the user of written files. A failure becomes a notice.
  void update(State& state, SceneControl& scenes);
  [[nodiscard]] bool is_busy() const { return writing_.valid(); }

 private:
  void begin(State& state, SceneControl& scenes, const SaveRequest& request);
  void write_beside(State& state, const std::filesystem::path& path,
                    std::function<void(const std::filesystem::path&)> write);
  /// The shown picture, or the frame if no picture is shown.
  void copy_beside(State& state, SceneControl& scenes);
  void run_beside(State& state, const std::filesystem::path& path, std::function<void()> work);
  void take_result(State& state);

  /// Empty for the clipboard.
  std::filesystem::path path_;
  /// Yields the error; empty on success.
  std::future<std::string> writing_;
};

}  // namespace texelscope::app
