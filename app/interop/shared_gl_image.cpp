#include "app/interop/shared_gl_image.h"

#include <utility>

#include "texelscope/gpu/error.h"

namespace texelscope::app {
namespace {

constexpr std::uint32_t gl_texture_2d = 0x0DE1;  // GL_TEXTURE_2D, of the GL 1.1 registry

render::PixelFormat pixel_format(FrameFormat format) {
  return format == FrameFormat::rgba8 ? render::PixelFormat::rgba8 : render::PixelFormat::rgba32f;
}

class GLImageSharing final : public ImageSharing {
 public:
  explicit GLImageSharing(const gpu::GLContext& context) : context_{context}, device_{context.device()} {}

  [[nodiscard]] const gpu::Device& device() const noexcept override { return device_; }
  [[nodiscard]] std::unique_ptr<SharedImage> make_image(FrameFormat format, int width, int height) const override {
    return std::make_unique<SharedGLImage>(context_, format, width, height);
  }

 private:
  gpu::GLContext context_;
  gpu::Device device_;
};

}  // namespace

class SharedGLImage::Lent final : public LentImage {
 public:
  Lent(SharedGLImage& image, gpu::Mapping mapping)
      : image_{image},
        stream_{mapping.stream()},
        mapping_{std::move(mapping)},
        surface_{image.last_surface_ ? image.last_surface_->remapped(mapping_.array())
                                     : gpu::SurfaceObject::from_array(mapping_.array())} {
    image_.texture_.set_lent(true);
  }

  ~Lent() override {
    if (!surface_.is_closed()) {
      try {
        // What was scheduled still writes through the surface.
        stream_.synchronize();
      } catch (const gpu::Error& error) {
        surface_.device().report({gpu::Diagnostic::Severity::error, error.what()});
      }
    }
    mapping_.close();
    surface_.close();
    image_.texture_.set_lent(false);
  }

  [[nodiscard]] const gpu::SurfaceObject& surface() const override { return surface_; }

  void give_back() override {
    mapping_.unmap();
    image_.texture_.set_lent(false);
    stream_.record(image_.written_);
    image_.last_surface_ = std::move(surface_);
    surface_.close();
  }

 private:
  SharedGLImage& image_;
  gpu::Stream stream_;
  gpu::Mapping mapping_;
  gpu::SurfaceObject surface_;
};

SharedGLImage::SharedGLImage(const gpu::GLContext& context, FrameFormat format, int width, int height)
    : texture_{pixel_format(format), width, height},
      resource_{gpu::GraphicsResource::from_gl_image(
          context, texture_.name(), gl_texture_2d,
          gpu::GraphicsFlags::surface_load_store | gpu::GraphicsFlags::write_discard)},
      written_{context.device().create_event({})} {}

std::unique_ptr<LentImage> SharedGLImage::lend(const gpu::Stream& stream) {
  if (last_surface_) {
    written_.synchronize();
  }
  return std::make_unique<Lent>(*this, resource_.map(stream));
}

FrameFormat SharedGLImage::format() const noexcept {
  return texture_.format() == render::PixelFormat::rgba8 ? FrameFormat::rgba8 : FrameFormat::rgba32f;
}

void SharedGLImage::read(std::span<std::byte> pixels) const { texture_.read({0, 0, width(), height()}, pixels); }

std::shared_ptr<const ImageSharing> share_gl_images(const gpu::GLContext& context) {
  return std::make_shared<const GLImageSharing>(context);
}

}  // namespace texelscope::app
