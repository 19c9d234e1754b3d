#pragma once

#include <array>
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
#include "texelscope/gpu/handle.h"

namespace texelscope::app {

/// Milliseconds that the parts of one frame took: CPU time, except kernel_ms.
struct FrameTimes {
  double map_ms = 0;
  double draw_ms = 0;
  double unmap_ms = 0;
  /// The stream's time between map and unmap; 0 for frames that begin() did not start.
  double kernel_ms = 0;
};

/// Submission of a frame's work, between map and unmap, to the device.
enum class FrameReplay : unsigned char {
  /// Individual calls.
  none,
  /// Recorded as a graph for each frame; the previous frame's graph is updated to match, and launched.
  update,
  /// Recorded likewise; but if a frame repeats the last one and the mapping returned the same array, its graph is
  /// launched again unchanged.
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

  /// Creates the scene and its image. On failure, the previous scene keeps running. @throws gpu::Error, render::Error.
  void start(const SceneDeclaration& declaration, int width, int height, std::shared_ptr<const Image> image);
  [[nodiscard]] const SceneDeclaration* declaration() const noexcept { return declaration_; }

  /// Runs the frames after the last one up to and including `number`; a scene without history runs only `number`. Going
  /// back restarts the scene, as does an aborted frame of a scene with history. @throws gpu::Error; later calls still
  /// work.
  FrameTimes run_to(std::uint64_t number, const ParameterValues& values, const Pointer& pointer);
  /// Like run_to(), but for frames that will not be displayed: skips the renderer's drawing.
  FrameTimes pass_to(std::uint64_t number, const ParameterValues& values, const Pointer& pointer);

  /// Schedules `number`, or the next frame toward it for a scene with history, and does not wait: until complete_by()
  /// returns times, output() is the previous frame, which the renderer still owns. @throws gpu::InvalidState while a
  /// frame is in flight; gpu::Error, after which later calls still work.
  void begin(std::uint64_t number, const ParameterValues& values, const Pointer& pointer);
  [[nodiscard]] bool is_in_flight() const noexcept { return in_flight_.has_value(); }
  /// Whether complete_by() would return a frame immediately.
  [[nodiscard]] bool is_ready() const { return in_flight_ && marks_->done.is_done(); }
  /// Waits for the frame in flight until `deadline`. @returns its times once output() shows it; nothing while it is in
  /// flight, or if there is none. @throws gpu::Error for failures on the device; later calls still work.
  std::optional<FrameTimes> complete_by(std::chrono::steady_clock::time_point deadline);
  /// The number of the frame that output() shows; nothing before the first frame of a scene.
  [[nodiscard]] std::optional<std::uint64_t> last_frame() const noexcept { return last_frame_; }

  /// The surface that the last frame was drawn to; 0 before it, and if its scene writes vertices. A later frame may
  /// have another one.
  [[nodiscard]] gpu::SurfaceHandle last_surface() const noexcept { return last_surface_; }

  /// Waits until the device has completed all frames; the renderer may draw its part later. @throws gpu::Error.
  void wait() const { stream_.synchronize(); }

  /// The type of the frame that output() shows. Only after start().
  [[nodiscard]] FrameFormat format() const noexcept { return format_; }
  /// Whether its colors are multiplied by alpha, like those of the scene's picture.
  [[nodiscard]] bool is_premultiplied() const noexcept { return is_premultiplied_; }
  /// The image of the last frame; after start(), the previous scene's image until the first frame is complete. Requires
  /// start().
  [[nodiscard]] const SharedImage& output() const;
  /// The last frame's pixels, through the renderer: uint8 or float32, four channels.
  [[nodiscard]] Image read_frame() const;

  /// The four channels that the texture unit returns for a pixel of the last frame, before its tone, with these
  /// parameters; nothing while a frame is in flight, and for a scene that does not read one texture once per pixel.
  /// Waits for the device. @throws gpu::Error.
  [[nodiscard]] std::optional<std::array<float, 4>> sampled(const ParameterValues& values, int x, int y) const;

  /// Whether every frame with these values and no pressed pointer equals the last frame, regardless of its number.
  [[nodiscard]] bool is_still(const ParameterValues& values) const;

  /// Frames so far that did not need a separate recording.
  [[nodiscard]] std::uint64_t repeated_frames() const noexcept { return repeated_frames_; }

 private:
  /// The target of a frame: exactly one of the two members is set.
  struct Target {
    const gpu::SurfaceObject* surface = nullptr;
    const gpu::Buffer* vertices = nullptr;

    /// The kernels' argument for the target: a surface's handle or an address.
    [[nodiscard]] std::uint64_t handle() const;
  };
  /// The frame that the current graph was recorded for.
  struct Recorded {
    gpu::Graph graph;
    ParameterValues values;
    std::uint64_t target;
    bool has_pointer_pressed = false;
  };

  /// A frame whose work is scheduled, and whose target is not released yet.
  struct Scheduled {
    std::uint64_t number = 0;
    /// Either this or `vertices` is set.
    std::unique_ptr<AcquiredImages> image;
    std::unique_ptr<AcquiredVertices> vertices;
    PointFrame points;
    FrameTimes times;
  };
  /// Events recorded on the stream before and after the work of a frame in flight.
  struct Marks {
    gpu::Event begun;
    gpu::Event done;
  };

  /// The first frame to run toward `number`; restarts the scene if it must go back.
  [[nodiscard]] std::uint64_t next_frame(std::uint64_t number);
  /// `target` is for a frame of a surface; a frame of vertices is drawn when it is released. `marks` may be null.
  [[nodiscard]] Scheduled schedule_frame(std::uint64_t number, const ParameterValues& values, const Pointer& pointer,
                                         SharedImage& target, const Marks* marks);
  /// Releases its output to the renderer.
  FrameTimes release(Scheduled frame);
  /// Lets the renderer draw the pending vertices; returns the time in milliseconds.
  double draw_points();
  /// Makes next_ the output, and the former output next_ if a frame of the scene fits in it.
  void show_next();
  void make_room(std::size_t vertices);
  void draw(const FrameInput& input, const ParameterValues& values, const Target& target);
  void schedule(const FrameInput& input, const ParameterValues& values, const Target& target,
                const gpu::Stream& stream);
  void record(const FrameInput& input, const ParameterValues& values, const Target& target);

  std::shared_ptr<const ImageSharing> images_;
  FrameReplay replay_;
  gpu::Stream stream_;
  /// Created with the first recording.
  std::optional<gpu::GraphBuilder> builder_;
  const SceneDeclaration* declaration_ = nullptr;
  int width_ = 0;
  int height_ = 0;
  std::shared_ptr<const Image> image_;
  std::unique_ptr<SharedImage> output_;
  FrameFormat format_{};
  bool is_premultiplied_ = false;
  /// A second image for the running scene, which a frame in flight writes while output_ is shown. Null if output_ fits
  /// a frame, and none was in flight.
  std::unique_ptr<SharedImage> next_;
  /// Null until a frame of points.
  std::unique_ptr<SharedVertices> vertices_;
  /// The last frame, if its vertices are not drawn yet.
  std::optional<PointFrame> undrawn_;
  std::unique_ptr<Scene> scene_;
  std::optional<std::uint64_t> last_frame_;
  gpu::SurfaceHandle last_surface_{};
  /// Whether a frame was aborted: a scene with history may then be anywhere between two frames.
  bool is_aborted_ = false;
  std::optional<Recorded> recorded_;
  std::uint64_t repeated_frames_ = 0;
  /// Created with the first frame in flight.
  std::optional<Marks> marks_;
  /// Destroyed first: it waits for work that writes to all of the above.
  std::optional<Scheduled> in_flight_;
};

}  // namespace texelscope::app
