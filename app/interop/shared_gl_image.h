#pragma once

#include <optional>

#include "app/interop/last_use.h"
#include "app/interop/shared_image.h"
#include "render/gl/texture.h"
#include "texelscope/gpu/graphics_resource.h"

namespace texelscope::app {

class LentGLImages;

/// A GL texture, registered once and mapped for each loan.
class SharedGLImage final : public SharedImage {
 public:
  /// @throws render::Error, gpu::Error.
  SharedGLImage(const gpu::GLContext& context, FrameFormat format, int width, int height);
  ~SharedGLImage() override;

  /// Maps the texture on `stream`.
  [[nodiscard]] std::unique_ptr<LentImages> lend(const gpu::Stream& stream) override;
  [[nodiscard]] int width() const noexcept override { return texture_.width(); }
  [[nodiscard]] int height() const noexcept override { return texture_.height(); }
  [[nodiscard]] FrameFormat format() const noexcept override;
  using SharedImage::read;
  void read(const render::PixelRect& box, std::span<std::byte> pixels) const override { texture_.read(box, pixels); }
  [[nodiscard]] Image viewport_picture(const render::ViewportView& view) const override;

  [[nodiscard]] const render::gl::Texture& texture() const noexcept { return texture_; }
  [[nodiscard]] bool is_mapped() const { return resource_.is_mapped(); }

 private:
  friend class LentGLImages;

  // The texture must outlive its registration.
  render::gl::Texture texture_;
  gpu::GraphicsResource resource_;
  /// Of the last loan, where the array stays the same also the next one's.
  std::optional<gpu::SurfaceObject> last_surface_;
  gpu::SurfaceHandle last_surface_handle_{};
  LastUse last_use_;
};

/// Makes them in the GL context that is current on this thread.
[[nodiscard]] std::shared_ptr<const ImageSharing> share_gl_images(const gpu::GLContext& context);

}  // namespace texelscope::app
