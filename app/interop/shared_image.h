#pragma once

#include <optional>

#include "app/core/scene.h"
#include "render/gl/texture.h"
#include "texelscope/gpu/event.h"
#include "texelscope/gpu/graphics_resource.h"
#include "texelscope/gpu/stream.h"
#include "texelscope/gpu/surface_object.h"

namespace texelscope::app {

class SharedImage;

/// A GL texture lent to the device for one frame: a surface to write until it is given back or goes out of scope.
class LentImage {
 public:
  LentImage(SharedImage& image, gpu::Mapping mapping, const std::optional<gpu::SurfaceObject>& last_surface);
  LentImage(const LentImage&) = delete;
  LentImage& operator=(const LentImage&) = delete;
  /// Gives back what was not; a failure is reported as a diagnostic.
  ~LentImage();

  [[nodiscard]] const gpu::SurfaceObject& surface() const { return surface_; }
  /// Ends the mapping: GL commands issued from now on see what the stream wrote. @throws gpu::Error.
  void give_back();

 private:
  SharedImage& image_;
  gpu::Stream stream_;
  gpu::Mapping mapping_;
  gpu::SurfaceObject surface_;
};

/// One image that GL draws and kernels write: a texture, registered once.
class SharedImage {
 public:
  /// @throws render::Error, gpu::Error.
  SharedImage(const gpu::GLContext& context, FrameFormat format, int width, int height);
  SharedImage(const SharedImage&) = delete;
  SharedImage& operator=(const SharedImage&) = delete;

  /// Maps the texture on `stream`; waits for the frame before. One LentImage at a time.
  [[nodiscard]] LentImage lend(const gpu::Stream& stream);
  [[nodiscard]] const render::gl::Texture& texture() const noexcept { return texture_; }

 private:
  friend class LentImage;

  // The texture must outlive its registration.
  render::gl::Texture texture_;
  gpu::GraphicsResource resource_;
  // A surface must live until the kernel that writes it is done; this keeps the last one, which also serves the next
  // mapping where the array stays the same.
  gpu::Event written_;
  std::optional<gpu::SurfaceObject> last_surface_;
};

}  // namespace texelscope::app
