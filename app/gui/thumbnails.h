#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "app/interop/frame_runner.h"
#include "app/workspace/state.h"

namespace texelscope::app {

/// Creates the gallery's thumbnails on the window's device while the gallery is open: each frame of the window spends a
/// few milliseconds on one scene. Owns nothing while the gallery is closed.
class Thumbnails {
 public:
  explicit Thumbnails(std::shared_ptr<const ImageSharing> images) : images_{std::move(images)} {}

  /// Continues the work. The gallery's cards show failures.
  void update(State& state);
  /// Whether there is more work to do even if no events arrive.
  [[nodiscard]] bool is_busy() const noexcept { return is_busy_; }
  /// Whether a visible thumbnail is still missing: a run of a fixed number of frames waits for it.
  [[nodiscard]] bool is_settling(const State& state) const;

 private:
  [[nodiscard]] std::optional<std::size_t> next_scene(const State& state) const;
  void begin(State& state, std::size_t scene);
  void go_on(State& state);

  std::shared_ptr<const ImageSharing> images_;
  /// Null while the gallery is closed.
  std::unique_ptr<FrameRunner> runner_;
  /// The scene whose thumbnail is being created, and its next frame.
  std::optional<std::size_t> scene_;
  std::uint64_t frame_ = 0;
  /// The time when its animation under the mouse started.
  double moves_since_ = 0;
  bool is_moving_ = false;
  /// By scene.
  std::vector<bool> is_done_;
  bool is_busy_ = false;
};

}  // namespace texelscope::app
