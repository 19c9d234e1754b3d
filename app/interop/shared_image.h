#pragma once

#include "app/core/scene.h"
#include "render/gl/texture.h"
#include "texelscope/gpu/graphics_resource.h"
#include "texelscope/gpu/surface_object.h"

namespace texelscope::app {

/// A GL texture lent to the device for one frame: a surface to write until it is given back or goes out of scope.
class LentImage {
 public:
  LentImage(render::gl::Texture& texture, gpu::Mapping mapping);
  LentImage(const LentImage&) = delete;
  LentImage& operator=(const LentImage&) = delete;
  ~LentImage();

  [[nodiscard]] const gpu::SurfaceObject& surface() const { return surface_; }
  /// Ends the mapping: GL commands issued from now on see what the stream wrote. @throws gpu::Error.
  void give_back();

 private:
  render::gl::Texture& texture_;
  gpu::Mapping mapping_;
  gpu::SurfaceObject surface_;
};

/// One image that GL draws and kernels write: a texture, registered once.
class SharedImage {
 public:
  /// @throws render::Error, gpu::Error.
  SharedImage(const gpu::GLContext& context, FrameFormat format, int width, int height);

  [[nodiscard]] LentImage lend(const gpu::Stream& stream);
  [[nodiscard]] const render::gl::Texture& texture() const noexcept { return texture_; }

 private:
  // The texture must outlive its registration.
  render::gl::Texture texture_;
  gpu::GraphicsResource resource_;
};

}  // namespace texelscope::app
