#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>

#include "app/gui/scene_control.h"
#include "app/images/frame_recorder.h"
#include "app/workspace/state.h"

namespace texelscope::app {

/// Records the scene in the window, starting with the shown frame: each frame once, no matter how long it takes. The
/// recording ends on request, and when anything else changes the scene, its size or its time.
class SceneRecording {
 public:
  /// Handles the state's requests, and adds the drawn frame. A failure becomes a notice and ends the recording.
  void update(State& state, const SceneControl& scenes);
  /// Completes the files.
  void finish(State& state);

 private:
  /// Values that must not change during a recording.
  struct Take {
    std::size_t scene;
    int width;
    int height;
    std::uint64_t last;
  };

  void begin(State& state, const SceneControl& scenes, const RecordRequest& request);
  void add(State& state, const SceneControl& scenes, std::uint64_t number);

  std::optional<FrameRecorder> recorder_;
  std::filesystem::path path_;
  Take take_{};
};

}  // namespace texelscope::app
