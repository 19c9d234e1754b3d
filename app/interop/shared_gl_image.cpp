#include "app/interop/shared_gl_image.h"

#include <utility>
#include <vector>

#include "app/interop/images_of.h"
#include "app/interop/shared_gl_vertices.h"
#include "render/gl/framebuffer.h"
#include "render/gl/viewport_pass.h"
#include "texelscope/gpu/error.h"

namespace texelscope::app {
namespace {

constexpr std::uint32_t gl_texture_2d = 0x0DE1;  // GL_TEXTURE_2D, of the GL 1.1 registry

render::PixelFormat pixel_format(FrameFormat format) {
  return format == FrameFormat::rgba8 ? render::PixelFormat::rgba8 : render::PixelFormat::rgba32f;
}

}  // namespace

class LentGLImages final : public LentImages {
 public:
  LentGLImages(std::vector<SharedGLImage*> images, const gpu::Stream& stream)
      : images_{std::move(images)}, stream_{stream}, mapping_{map(images_, stream)} {
    surfaces_.reserve(images_.size());
    for (std::size_t index = 0; index < images_.size(); ++index) {
      surfaces_.push_back(surface_of(*images_[index], mapping_.array(index)));
    }
    set_lent(true);
  }

  ~LentGLImages() override {
    if (!surfaces_.empty()) {
      try {
        // What was scheduled still writes through the surfaces.
        stream_.synchronize();
      } catch (const gpu::Error& error) {
        stream_.device().report({gpu::Diagnostic::Severity::error, error.what()});
      }
    }
    mapping_.close();
    surfaces_.clear();
    set_lent(false);
  }

  [[nodiscard]] const gpu::SurfaceObject& surface(std::size_t index) const override { return surfaces_.at(index); }

  void give_back() override {
    mapping_.unmap();
    set_lent(false);
    for (std::size_t index = 0; index < images_.size(); ++index) {
      images_[index]->last_surface_ = std::move(surfaces_[index]);
      images_[index]->last_use_.set(stream_);
    }
    surfaces_.clear();
    // They may go before this does.
    images_.clear();
  }

 private:
  static gpu::Mapping map(std::span<SharedGLImage* const> images, const gpu::Stream& stream) {
    std::vector<gpu::GraphicsResource> resources;
    resources.reserve(images.size());
    for (const SharedGLImage* image : images) {
      resources.push_back(image->resource_);
    }
    return gpu::GraphicsResource::map_all(resources, stream);
  }
  static gpu::SurfaceObject surface_of(SharedGLImage& image, const gpu::CUDAArray& array) {
    const std::optional<gpu::SurfaceObject>& last = image.last_surface_;
    gpu::SurfaceObject surface = last ? last->remapped(array) : gpu::SurfaceObject::from_array(array);
    if (last && surface.handle() != image.last_surface_handle_) {
      // The last one goes at the end of this loan.
      image.last_use_.wait();
    }
    image.last_surface_handle_ = surface.handle();
    return surface;
  }
  void set_lent(bool is_lent) {
    for (SharedGLImage* image : images_) {
      image->texture_.set_lent(is_lent);
    }
  }

  std::vector<SharedGLImage*> images_;
  gpu::Stream stream_;
  gpu::Mapping mapping_;
  std::vector<gpu::SurfaceObject> surfaces_;
};

namespace {

class GLImageSharing final : public ImageSharing {
 public:
  explicit GLImageSharing(const gpu::GLContext& context) : context_{context}, device_{context.device()} {}

  [[nodiscard]] const gpu::Device& device() const noexcept override { return device_; }
  [[nodiscard]] std::unique_ptr<SharedImage> make_image(FrameFormat format, int width, int height) const override {
    return std::make_unique<SharedGLImage>(context_, format, width, height);
  }
  [[nodiscard]] std::unique_ptr<LentImages> lend_all(std::span<SharedImage* const> images,
                                                     const gpu::Stream& stream) const override {
    return std::make_unique<LentGLImages>(images_of<SharedGLImage>(images, "OpenGL"), stream);
  }
  [[nodiscard]] std::unique_ptr<SharedVertices> make_vertices(std::size_t capacity) const override {
    return std::make_unique<SharedGLVertices>(context_, capacity);
  }

 private:
  gpu::GLContext context_;
  gpu::Device device_;
};

}  // namespace

SharedGLImage::SharedGLImage(const gpu::GLContext& context, FrameFormat format, int width, int height)
    : texture_{pixel_format(format), width, height},
      resource_{gpu::GraphicsResource::from_gl_image(
          context, texture_.name(), gl_texture_2d,
          gpu::GraphicsFlags::surface_load_store | gpu::GraphicsFlags::write_discard)} {}

SharedGLImage::~SharedGLImage() { last_use_.wait_at_the_end(); }

std::unique_ptr<LentImages> SharedGLImage::lend(const gpu::Stream& stream) {
  return std::make_unique<LentGLImages>(std::vector{this}, stream);
}

FrameFormat SharedGLImage::format() const noexcept {
  return texture_.format() == render::PixelFormat::rgba8 ? FrameFormat::rgba8 : FrameFormat::rgba32f;
}

Image SharedGLImage::viewport_picture(const render::ViewportView& view) const {
  render::ViewportView moved = view;
  moved.target.x = 0;
  moved.target.y = 0;
  const render::gl::Framebuffer framebuffer{render::PixelFormat::rgba8, view.target.width, view.target.height};
  framebuffer.bind();
  render::gl::ViewportPass{}.draw(texture_, moved);
  Image picture{view.target.width, view.target.height, 4, gpu::DataType::uint8, {}};
  picture.pixels.resize(static_cast<std::size_t>(picture.width) * static_cast<std::size_t>(picture.height) * 4);
  render::gl::read_framebuffer(moved.target, picture.pixels);
  render::gl::bind_default_framebuffer();
  return picture;
}

std::shared_ptr<const ImageSharing> share_gl_images(const gpu::GLContext& context) {
  return std::make_shared<const GLImageSharing>(context);
}

}  // namespace texelscope::app
