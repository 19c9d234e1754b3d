#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "app/interop/shared/last_stream_use.h"
#include "app/interop/shared/shared_image.h"
#include "render/gl/texture.h"
#include "texelscope/gpu/gl_context.h"
#include "texelscope/gpu/graphics_resource.h"

namespace texelscope::app {

class MappedGLImages;

/// GL textures that are registered and mapped as a single resource: one texture, or the layers of an array texture.
class RegisteredTextures {
 public:
  /// @throws render::Error, gpu::Error.
  RegisteredTextures(const gpu::GLContext& context, FrameFormat format, int width, int height, std::size_t count);

  [[nodiscard]] const render::gl::Texture& texture(unsigned layer) const { return textures_.at(layer); }
  [[nodiscard]] const gpu::GraphicsResource& resource() const noexcept { return resource_; }
  /// Marks all images as owned by a compute device, or by GL again.
  void set_acquired(bool is_acquired);

 private:
  // The textures must outlive their registration.
  std::vector<render::gl::Texture> textures_;
  gpu::GraphicsResource resource_;
};

/// A GL texture, registered once and mapped for each frame.
class SharedGLImage final : public SharedImage {
 public:
  /// Creates a single texture. @throws render::Error, gpu::Error.
  SharedGLImage(const gpu::GLContext& context, FrameFormat format, int width, int height);
  SharedGLImage(std::shared_ptr<RegisteredTextures> textures, unsigned layer);
  ~SharedGLImage() override;

  /// Maps the texture on `stream`.
  [[nodiscard]] std::unique_ptr<AcquiredImages> acquire(const gpu::Stream& stream) override;
  [[nodiscard]] int width() const noexcept override { return texture().width(); }
  [[nodiscard]] int height() const noexcept override { return texture().height(); }
  [[nodiscard]] FrameFormat format() const noexcept override;
  using SharedImage::read;
  void read(const render::PixelRect& box, std::span<std::byte> pixels) const override { texture().read(box, pixels); }
  [[nodiscard]] Image viewport_picture(const render::ViewportView& view) const override;

  [[nodiscard]] const render::gl::Texture& texture() const noexcept { return textures_->texture(layer_); }
  [[nodiscard]] bool is_mapped() const { return textures_->resource().is_mapped(); }

 private:
  friend class MappedGLImages;

  /// A surface, and its handle, which cannot be queried after the mapping has ended.
  struct AcquiredSurface {
    gpu::SurfaceObject surface;
    gpu::SurfaceHandle handle;
  };

  std::shared_ptr<RegisteredTextures> textures_;
  unsigned layer_;
  /// The surface of the last mapping, and of the next one if the array stays the same.
  std::optional<AcquiredSurface> last_surface_;
  LastStreamUse last_use_;
};

/// A GL buffer, registered once and mapped for each frame, and its renderer. @throws render::Error, gpu::Error.
[[nodiscard]] std::unique_ptr<SharedVertices> make_gl_vertices(const gpu::GLContext& context, std::size_t capacity);

/// Shares images through the GL context that is current on this thread.
[[nodiscard]] std::shared_ptr<const ImageSharing> share_gl_images(const gpu::GLContext& context);

/// The current GL context of this thread, for sharing with `device`: directly if possible, which is tested with a small
/// texture (a driver may list the device and still refuse to register); otherwise through host memory, with the reason
/// in reason(). @throws render::Error, gpu::Error for errors other than a refusal to share.
[[nodiscard]] gpu::GLContext share_gl(const gpu::Device& device, const gpu::GLLoader& loader);

}  // namespace texelscope::app
