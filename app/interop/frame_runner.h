#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "app/images/image.h"
#include "app/interop/shared/shared_image.h"
#include "app/scene/scene.h"
#include "render/gl/texture.h"
#include "texelscope/gpu/gl_context.h"
#include "texelscope/gpu/graph.h"
#include "texelscope/gpu/graph_builder.h"

namespace texelscope::app {

/// Milliseconds that the host spent in the parts of one frame.
struct FrameTimes {
  double map_ms = 0;
  double draw_ms = 0;
  double unmap_ms = 0;
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

  /// Until the device has made the frames so far; what the renderer draws of them it may draw later. @throws
  /// gpu::Error.
  void wait() const { stream_.synchronize(); }

  /// The type of the scene's frames. Only after start().
  [[nodiscard]] FrameFormat format() const { return scene_->format(); }
  /// The image of the last frame. Only after start().
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

  FrameTimes run_surface(const FrameInput& input, const ParameterValues& values);
  FrameTimes run_vertices(const FrameInput& input, const ParameterValues& values, const PointFrame& points);
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
  std::shared_ptr<const Image> image_;
  std::unique_ptr<SharedImage> output_;
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
};

}  // namespace texelscope::app
