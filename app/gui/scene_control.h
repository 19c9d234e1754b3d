#pragma once

#include <chrono>
#include <cstdint>
#include <exception>
#include <future>
#include <memory>
#include <optional>
#include <vector>

#include "app/files/abandoned_tasks.h"
#include "app/images/image_file.h"
#include "app/interop/frame_runner.h"
#include "app/workspace/state.h"

namespace texelscope::app {

/// The frames to produce, and whether the window waits for them.
enum class FramePace : unsigned char {
  /// All frames, including repetitions, as measurements require. The window waits for them.
  each,
  /// Only changed frames. The window waits for them.
  changed,
  /// Only changed frames. While a slow frame is in flight, the window keeps showing the previous one.
  display,
};

/// Produces the frame that the state requests: starts scenes, runs frames. A failure becomes a notice,
/// and the previous scene continues if possible.
class SceneControl {
 public:
  SceneControl(std::shared_ptr<const ImageSharing> images, State& state, FramePace pace = FramePace::changed);

  /// Handles the state's requests and runs the frame that is due.
  void update();
  /// Whether the shown frame stays unchanged until the user acts.
  [[nodiscard]] bool is_still() const;
  /// Whether the viewport's size differs from the frame's. The frame is re-created once the viewport's size is
  /// stable.
  [[nodiscard]] bool is_resizing() const;
  /// Whether a frame is in flight; image() is the previous one.
  [[nodiscard]] bool is_in_flight() const noexcept { return runner_.is_in_flight(); }
  /// Waits for the frame in flight.
  void finish_frame();
  /// Whether update() has a new image to show: the frame in flight is done or has failed.
  [[nodiscard]] bool has_frame_to_show() const;
  /// Reads back the texels that the viewport prints, and the one under the mouse.
  void read_texels(double values_from_zoom);
  /// Null until a scene starts.
  [[nodiscard]] const SharedImage* image() const;
  /// Number of changes of image() or its texels.
  [[nodiscard]] std::uint64_t image_changes() const noexcept { return image_changes_; }
  /// The number of the frame that image() shows; nothing before the first.
  [[nodiscard]] std::optional<std::uint64_t> drawn_frame() const;
  /// The image's pixels. Requires an image. @throws render::Error.
  [[nodiscard]] Image read_frame() const { return runner_.read_frame(); }
  /// Times of the last frame that ran.
  [[nodiscard]] const FrameTimes& times() const noexcept { return times_; }

 private:
  struct Running {
    std::size_t scene;
    std::shared_ptr<const Image> image;
    FrameSize size;
    int texel_size;
  };
  struct Drawn {
    std::uint64_t number = 0;
    Pointer pointer;
    std::vector<ParameterValue> values;
  };

  [[nodiscard]] bool must_start();
  /// Viewport pixels per texel of the frame, along each axis: usually 1; while a control of a slow scene is dragged,
  /// the number that allows 30 frames per second.
  [[nodiscard]] int wanted_texel_size() const;
  void start();
  void undo_start();
  void run();
  /// Begins frames and collects finished frames until the requested frame exists or a frame takes longer than the
  /// window should wait.
  void run_beside_window(const Drawn& wanted);
  /// Collects the frame in flight if it is done by `deadline`.
  void take_frame(std::chrono::steady_clock::time_point deadline);
  /// Makes this frame the result of image().
  void show(Drawn frame);
  /// Updates the state with the size and type of image().
  void follow_output();
  /// Whether a recording requires every frame, so that the window must wait for each.
  [[nodiscard]] bool is_recorded() const;
  /// Whether image() is this frame.
  [[nodiscard]] bool is_drawn(const Drawn& wanted) const;
  void stop(const std::exception& error);
  void show_frame_values();
  void notify(NoticeKind kind, const std::string& text);

  State& state_;
  FramePace pace_;
  FrameRunner runner_;
  std::optional<Running> running_;
  /// The frame that image() shows; nothing before the first of the scene.
  std::optional<Drawn> drawn_;
  std::uint64_t image_changes_ = 0;
  /// Whether image() has ever been a frame.
  bool has_shown_ = false;
  Drawn in_flight_;
  FrameTimes times_;
  /// The next frame size, and the time of its last change.
  FrameSize wanted_size_;
  int wanted_texel_size_ = 1;
  double wanted_since_ = 0;
};

}  // namespace texelscope::app
