#include "app/interop/shared_image.h"

#include <utility>

#include "texelscope/gpu/error.h"

namespace texelscope::app {
namespace {

constexpr std::uint32_t gl_texture_2d = 0x0DE1;  // GL_TEXTURE_2D, of the GL 1.1 registry

render::PixelFormat pixel_format(FrameFormat format) {
  return format == FrameFormat::rgba8 ? render::PixelFormat::rgba8 : render::PixelFormat::rgba32f;
}

}  // namespace

LentImage::LentImage(SharedImage& image, gpu::Mapping mapping, const std::optional<gpu::SurfaceObject>& last_surface)
    : image_{image},
      stream_{mapping.stream()},
      mapping_{std::move(mapping)},
      surface_{last_surface ? last_surface->remapped(mapping_.array())
                            : gpu::SurfaceObject::from_array(mapping_.array())} {
  image_.texture_.set_lent(true);
}

LentImage::~LentImage() {
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

void LentImage::give_back() {
  mapping_.unmap();
  image_.texture_.set_lent(false);
  stream_.record(image_.written_);
  image_.last_surface_ = std::move(surface_);
  surface_.close();
}

SharedImage::SharedImage(const gpu::GLContext& context, FrameFormat format, int width, int height)
    : texture_{pixel_format(format), width, height},
      resource_{gpu::GraphicsResource::from_gl_image(
          context, texture_.name(), gl_texture_2d,
          gpu::GraphicsFlags::surface_load_store | gpu::GraphicsFlags::write_discard)},
      written_{context.device().create_event({})} {}

LentImage SharedImage::lend(const gpu::Stream& stream) {
  if (last_surface_) {
    written_.synchronize();
  }
  return LentImage(*this, resource_.map(stream), last_surface_);
}

}  // namespace texelscope::app
