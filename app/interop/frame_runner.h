#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "app/core/image.h"
#include "app/core/scene.h"
#include "app/interop/shared_image.h"
#include "texelscope/gpu/gl_context.h"

namespace texelscope::app {

/// Milliseconds that the host spent in the parts of one frame.
struct FrameTimes {
  double map_ms = 0;
  double draw_ms = 0;
  double unmap_ms = 0;
};

/// Runs a scene into a shared image, frame by frame, on one stream.
class FrameRunner {
 public:
  explicit FrameRunner(const gpu::GLContext& context);
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

  /// The image of the last frame. Only after start().
  [[nodiscard]] const render::gl::Texture& texture() const;
  /// The last frame's pixels, through GL: uint8 or float32, four channels.
  [[nodiscard]] Image read_frame() const;

 private:
  gpu::GLContext context_;
  gpu::Stream stream_;
  const SceneDeclaration* declaration_ = nullptr;
  std::shared_ptr<const Image> image_;
  std::unique_ptr<SharedImage> output_;
  std::unique_ptr<Scene> scene_;
  std::optional<std::uint64_t> last_frame_;
  /// Whether a frame broke off: a scene with history may then be anywhere between two frames.
  bool is_broken_off_ = false;
};

}  // namespace texelscope::app
