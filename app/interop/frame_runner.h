#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>

#include "app/images/image.h"
#include "app/interop/shared/shared_image.h"
#include "app/scene/scene.h"
#include "render/gl/texture.h"
#include "texelscope/gpu/event.h"
#include "texelscope/gpu/gl_context.h"
#include "texelscope/gpu/graph.h"
#include "texelscope/gpu/graph_builder.h"

namespace texelscope::app {

/// Milliseconds that the parts of one frame took: of the host's time but for kernel_ms.
struct FrameTimes {
  double map_ms = 0;
  double draw_ms = 0;
  double unmap_ms = 0;
  /// The stream's time between map and unmap; 0 for frames that begin() did not begin.
  double kernel_ms = 0;
};

/// How the work of a frame, which lies between map and unmap, gets to the device.
enum class FrameReplay : unsigned char {
  /// As single calls.
  none,
  /// Recorded as a graph for each frame; the graph of the frame before is updated to it and launched.
  update,
  /// The same, but where a frame repeats the last one, and the mapping gave the same array, its graph is launched again
  /// as it is.
  reuse,
};

/// Runs a scene into a shared image, frame by frame, on one stream. Where the scene writes vertices, the renderer draws
/// them into the image.
class FrameRunner {
 public:
  explicit FrameRunner(std::shared_ptr<const ImageSharing> images, FrameReplay replay = FrameReplay::none);
  FrameRunner(const FrameRunner&) = delete;
  FrameRunner& operator=(const FrameRunner&) = delete;
  /// Waits for the last frame.
  ~FrameRunner();

  /// Makes the scene and its image. When that fails, what was running still runs. @throws gpu::Error, render::Error.
  void start(const SceneDeclaration& declaration, int width, int height, std::shared_ptr<const Image> image);
  [[nodiscard]] const SceneDeclaration* declaration() const noexcept { return declaration_; }

  /// Runs the frames after the last one up to and including `number`; a scene without history runs `number` alone.
  /// Going back restarts the scene, and so does a frame of a scene with history that broke off. @throws gpu::Error; the
  /// next call works on.
  FrameTimes run_to(std::uint64_t number, const ParameterValues& values, const Pointer& pointer);
  /// The same on the way to a frame that is looked at: what a renderer would draw, it does not.
  FrameTimes pass_to(std::uint64_t number, const ParameterValues& values, const Pointer& pointer);

  /// Schedules `number`, or of a scene with history the next frame on the way to it, and does not wait: until
  /// complete_by() says so, output() is the frame before, which stays the renderer's. @throws gpu::InvalidState while a
  /// frame is in flight; gpu::Error, and then the next call works on.
  void begin(std::uint64_t number, const ParameterValues& values, const Pointer& pointer);
  [[nodiscard]] bool is_in_flight() const noexcept { return in_flight_.has_value(); }
  /// Whether complete_by() would have a frame at once.
  [[nodiscard]] bool is_ready() const { return in_flight_ && marks_->done.is_done(); }
  /// Waits for the frame in flight, but not beyond `deadline`. @returns its times once output() shows it; nothing while
  /// it is in flight, or when none is. @throws gpu::Error for what failed on the device; the next call works on.
  std::optional<FrameTimes> complete_by(std::chrono::steady_clock::time_point deadline);
  /// The number of the frame that output() shows; nothing before the first of a scene.
  [[nodiscard]] std::optional<std::uint64_t> last_frame() const noexcept { return last_frame_; }

  /// Until the device has made the frames so far; what the renderer draws of them it may draw later. @throws
  /// gpu::Error.
  void wait() const { stream_.synchronize(); }

  /// The type of the frame that output() shows. Only after start().
  [[nodiscard]] FrameFormat format() const noexcept { return format_; }
  /// The image of the last frame; after start() that of the scene before until the first is there. Only after start().
  [[nodiscard]] const SharedImage& output() const;
  /// The last frame's pixels, through the renderer: uint8 or float32, four channels.
  [[nodiscard]] Image read_frame() const;

  /// Whether with these values, and no pointer pressed, every frame is like the last one, whatever its number.
  [[nodiscard]] bool is_still(const ParameterValues& values) const;

  /// Frames so far that needed no recording of their own.
  [[nodiscard]] std::uint64_t repeated_frames() const noexcept { return repeated_frames_; }

 private:
  /// Where a frame is written, one of both.
  struct Target {
    const gpu::SurfaceObject* surface = nullptr;
    const gpu::Buffer* vertices = nullptr;

    /// What kernels have of it: a surface's handle or an address.
    [[nodiscard]] std::uint64_t handle() const;
  };
  /// What the graph at hand was recorded for.
  struct Recorded {
    gpu::Graph graph;
    ParameterValues values;
    std::uint64_t target;
    bool has_pointer_pressed = false;
  };

  /// A frame whose work is scheduled, and whose target is not the renderer's again.
  struct Scheduled {
    std::uint64_t number = 0;
    /// One of both.
    std::unique_ptr<AcquiredImages> image;
    std::unique_ptr<AcquiredVertices> vertices;
    PointFrame points;
    FrameTimes times;
  };
  /// Both are recorded on the stream: before the work of a frame in flight, and behind it.
  struct Marks {
    gpu::Event begun;
    gpu::Event done;
  };

  /// The first frame to run on the way to `number`; starts the scene again where it must go back.
  [[nodiscard]] std::uint64_t next_frame(std::uint64_t number);
  /// `target` is for a frame of a surface; one of vertices is drawn when it is released. `marks` may be null.
  [[nodiscard]] Scheduled schedule_frame(std::uint64_t number, const ParameterValues& values, const Pointer& pointer,
                                         SharedImage& target, const Marks* marks);
  /// Hands what it wrote to the renderer.
  FrameTimes release(Scheduled frame);
  /// Has the renderer draw the vertices that it has not drawn; the milliseconds that took.
  double draw_points();
  /// Makes next_ the output, and the output next_ where it can hold a frame of the scene.
  void show_next();
  void make_room(std::size_t vertices);
  void draw(const FrameInput& input, const ParameterValues& values, const Target& target);
  void schedule(const FrameInput& input, const ParameterValues& values, const Target& target,
                const gpu::Stream& stream);
  void record(const FrameInput& input, const ParameterValues& values, const Target& target);

  std::shared_ptr<const ImageSharing> images_;
  FrameReplay replay_;
  gpu::Stream stream_;
  /// Made with the first recording.
  std::optional<gpu::GraphBuilder> builder_;
  const SceneDeclaration* declaration_ = nullptr;
  int width_ = 0;
  int height_ = 0;
  std::shared_ptr<const Image> image_;
  std::unique_ptr<SharedImage> output_;
  FrameFormat format_{};
  /// Holds a frame of the scene that runs: what a frame in flight writes while output_ is shown. Null where output_ can
  /// hold one, and none was in flight.
  std::unique_ptr<SharedImage> next_;
  /// Null until a frame of points.
  std::unique_ptr<SharedVertices> vertices_;
  /// Of the last frame, where its vertices are not drawn yet.
  std::optional<PointFrame> undrawn_;
  std::unique_ptr<Scene> scene_;
  std::optional<std::uint64_t> last_frame_;
  /// Whether a frame broke off: a scene with history may then be anywhere between two frames.
  bool is_aborted_ = false;
  std::optional<Recorded> recorded_;
  std::uint64_t repeated_frames_ = 0;
  /// Made with the first frame in flight.
  std::optional<Marks> marks_;
  /// Goes first: it waits for what writes into all of the above.
  std::optional<Scheduled> in_flight_;
};

}  // namespace texelscope::app
