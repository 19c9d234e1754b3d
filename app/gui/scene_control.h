#pragma once

#include <cstdint>
#include <future>
#include <memory>
#include <optional>
#include <vector>

#include "app/files/abandoned_tasks.h"
#include "app/images/image_file.h"
#include "app/interop/frame_runner.h"
#include "app/window/state.h"

namespace texelscope::app {

/// Makes the frame that the state asks for: starts scenes, loads images, runs frames. What fails becomes a notice, and
/// what ran before goes on where it can.
class SceneControl {
 public:
  /// `makes_all_frames`: also those that would be like the one before, as measurements need.
  SceneControl(std::shared_ptr<const ImageSharing> images, State& state, bool makes_all_frames = false);

  /// Takes up the state's requests and runs the frame that is due.
  void update();
  /// Whether the frame on screen stays as it is until the user does something.
  [[nodiscard]] bool is_still() const;
  /// Whether the viewport has another size than the frame, which is made again when that has come to rest.
  [[nodiscard]] bool is_resizing() const;
  /// Reads back the texels that the viewport prints, and the one under the mouse.
  void read_texels(double values_from_zoom);
  /// Null until a scene has been started.
  [[nodiscard]] const SharedImage* image() const;
  /// The number of the frame that image() shows; nothing before the first.
  [[nodiscard]] std::optional<std::uint64_t> drawn_frame() const;
  /// Its pixels. Only where there is one. @throws render::Error.
  [[nodiscard]] Image read_frame() const { return runner_.read_frame(); }
  /// Of the last frame that ran.
  [[nodiscard]] const FrameTimes& times() const noexcept { return times_; }

 private:
  struct Running {
    std::size_t scene;
    std::shared_ptr<const Image> image;
    FrameSize size;
  };
  struct Drawn {
    std::uint64_t number = 0;
    Pointer pointer;
    std::vector<ParameterValue> values;
  };
  /// How a file came out.
  struct Loaded {
    std::filesystem::path path;
    std::shared_ptr<const Image> image;
    std::string error;
    bool is_of_session = false;
    /// Whether a lab shows it, too.
    bool has_lab = false;
    ReadOptions reading;
  };

  void load_image();
  /// Offers a file to labs, or takes up a session; whether it was one of these.
  [[nodiscard]] bool take_other_file(const std::filesystem::path& file);
  void stop_loading();
  void open_session(const std::filesystem::path& file);
  void remember(const std::filesystem::path& file);
  void take_loaded_image();
  [[nodiscard]] bool must_start();
  void start();
  void undo_start();
  void run();
  void save_frame();
  void show_frame_values();
  void save_session();
  void notify(NoticeKind kind, const std::string& text);

  State& state_;
  bool makes_all_frames_;
  FrameRunner runner_;
  std::optional<Running> running_;
  std::optional<Drawn> drawn_;
  FrameTimes times_;
  std::future<Loaded> loading_;
  AbandonedTasks<Loaded> dropped_;
  /// The picture before the one that is being tried.
  std::optional<LoadedImage> previous_image_;
  /// The frame size that is waited for, and since when it has not changed.
  FrameSize wanted_size_;
  double wanted_since_ = 0;
};

}  // namespace texelscope::app
