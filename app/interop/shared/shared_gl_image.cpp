#include "app/interop/shared/shared_gl_image.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "app/images/image_convert.h"
#include "app/interop/shared/images_of.h"
#include "render/gl/framebuffer.h"
#include "render/gl/viewport_pass.h"
#include "texelscope/gpu/error.h"

namespace texelscope::app {
namespace {

render::PixelFormat pixel_format(FrameFormat format) {
  return format == FrameFormat::rgba8 ? render::PixelFormat::rgba8 : render::PixelFormat::rgba32f;
}

std::vector<render::gl::Texture> textures_of(render::PixelFormat format, int width, int height, std::size_t count) {
  if (count > 1) {
    return render::gl::Texture::layers(format, width, height, static_cast<int>(count));
  }
  std::vector<render::gl::Texture> textures;
  textures.emplace_back(format, width, height);
  return textures;
}

}  // namespace

RegisteredTextures::RegisteredTextures(const gpu::GLContext& context, FrameFormat format, int width, int height,
                                       std::size_t count)
    : textures_{textures_of(pixel_format(format), width, height, count)},
      // If one of multiple images is acquired alone, the other images must retain their contents.
      resource_{gpu::GraphicsResource::from_gl_image(
          context, textures_.front().name(), textures_.front().target(),
          count == 1 ? gpu::GraphicsFlags::surface_load_store | gpu::GraphicsFlags::write_discard
                     : gpu::GraphicsFlags::surface_load_store)} {}

void RegisteredTextures::set_acquired(bool is_acquired) {
  for (render::gl::Texture& texture : textures_) {
    texture.set_acquired(is_acquired);
  }
}

class MappedGLImages final : public AcquiredImages {
 public:
  MappedGLImages(std::vector<SharedGLImage*> images, const gpu::Stream& stream)
      : images_{std::move(images)}, stream_{stream}, registered_{registered(images_)}, mapping_{map()} {
    surfaces_.reserve(images_.size());
    for (SharedGLImage* image : images_) {
      const auto index = std::ranges::find(registered_, image->textures_) - registered_.begin();
      surfaces_.push_back(surface_of(*image, mapping_.array(static_cast<std::size_t>(index), image->layer_)));
    }
    set_acquired(true);
  }

  ~MappedGLImages() override {
    if (!surfaces_.empty()) {
      // Scheduled work may still write through the surfaces.
      wait_at_the_end(stream_);
    }
    mapping_.close();
    surfaces_.clear();
    set_acquired(false);
  }

  [[nodiscard]] const gpu::SurfaceObject& surface(std::size_t index) const override {
    return surfaces_.at(index).surface;
  }

  void release() override {
    mapping_.unmap();
    set_acquired(false);
    for (std::size_t index = 0; index < images_.size(); ++index) {
      images_[index]->last_surface_ = std::move(surfaces_[index]);
      images_[index]->last_use_.set(stream_);
    }
    surfaces_.clear();
    // The images may be destroyed before this object.
    images_.clear();
    registered_.clear();
  }

 private:
  /// Each mapped texture set once, in the order of the images.
  static std::vector<std::shared_ptr<RegisteredTextures>> registered(std::span<SharedGLImage* const> images) {
    std::vector<std::shared_ptr<RegisteredTextures>> all;
    all.reserve(images.size());
    for (const SharedGLImage* image : images) {
      if (std::ranges::find(all, image->textures_) == all.end()) {
        all.push_back(image->textures_);
      }
    }
    return all;
  }
  [[nodiscard]] gpu::Mapping map() const {
    std::vector<gpu::GraphicsResource> resources;
    resources.reserve(registered_.size());
    for (const std::shared_ptr<RegisteredTextures>& textures : registered_) {
      resources.push_back(textures->resource());
    }
    return gpu::GraphicsResource::map_all(resources, stream_);
  }
  static SharedGLImage::AcquiredSurface surface_of(const SharedGLImage& image, const gpu::CUDAArray& array) {
    const std::optional<SharedGLImage::AcquiredSurface>& last = image.last_surface_;
    gpu::SurfaceObject surface = last ? last->surface.remapped(array) : gpu::SurfaceObject::from_array(array);
    const gpu::SurfaceHandle handle = surface.handle();
    if (last && handle != last->handle) {
      // The last surface is destroyed at the end of this acquisition.
      image.last_use_.wait();
    }
    return {std::move(surface), handle};
  }
  void set_acquired(bool is_acquired) {
    for (const std::shared_ptr<RegisteredTextures>& textures : registered_) {
      textures->set_acquired(is_acquired);
    }
  }

  std::vector<SharedGLImage*> images_;
  gpu::Stream stream_;
  std::vector<std::shared_ptr<RegisteredTextures>> registered_;
  gpu::Mapping mapping_;
  std::vector<SharedGLImage::AcquiredSurface> surfaces_;
};

namespace {

class GLImageSharing final : public ImageSharing {
 public:
  explicit GLImageSharing(const gpu::GLContext& context) : context_{context}, device_{context.device()} {}

  [[nodiscard]] const gpu::Device& device() const noexcept override { return device_; }
  [[nodiscard]] std::unique_ptr<SharedImage> make_image(FrameFormat format, int width, int height) const override {
    return std::make_unique<SharedGLImage>(context_, format, width, height);
  }
  [[nodiscard]] std::vector<std::unique_ptr<SharedImage>> make_images(FrameFormat format, int width, int height,
                                                                      std::size_t count) const override {
    require_images(count);
    const auto textures = std::make_shared<RegisteredTextures>(context_, format, width, height, count);
    std::vector<std::unique_ptr<SharedImage>> images;
    for (std::size_t layer = 0; layer < count; ++layer) {
      images.push_back(std::make_unique<SharedGLImage>(textures, static_cast<unsigned>(layer)));
    }
    return images;
  }
  [[nodiscard]] std::unique_ptr<AcquiredImages> acquire_all(std::span<SharedImage* const> images,
                                                            const gpu::Stream& stream) const override {
    return std::make_unique<MappedGLImages>(images_of<SharedGLImage>(images, "OpenGL"), stream);
  }
  [[nodiscard]] std::unique_ptr<SharedVertices> make_vertices(std::size_t capacity) const override {
    return make_gl_vertices(context_, capacity);
  }

 private:
  gpu::GLContext context_;
  gpu::Device device_;
};

}  // namespace

SharedGLImage::SharedGLImage(const gpu::GLContext& context, FrameFormat format, int width, int height)
    : SharedGLImage{std::make_shared<RegisteredTextures>(context, format, width, height, 1), 0} {}

SharedGLImage::SharedGLImage(std::shared_ptr<RegisteredTextures> textures, unsigned layer)
    : textures_{std::move(textures)}, layer_{layer} {}

SharedGLImage::~SharedGLImage() { last_use_.wait_at_the_end(); }

std::unique_ptr<AcquiredImages> SharedGLImage::acquire(const gpu::Stream& stream) {
  return std::make_unique<MappedGLImages>(std::vector{this}, stream);
}

FrameFormat SharedGLImage::format() const noexcept {
  return texture().format() == render::PixelFormat::rgba8 ? FrameFormat::rgba8 : FrameFormat::rgba32f;
}

Image SharedGLImage::viewport_picture(const render::ViewportView& view) const {
  render::ViewportView moved = view;
  moved.target.x = 0;
  moved.target.y = 0;
  const render::gl::Framebuffer framebuffer{render::PixelFormat::rgba8, view.target.width, view.target.height};
  framebuffer.bind();
  render::gl::ViewportPass{}.draw(texture(), moved);
  Image picture = rgba8_image(view.target.width, view.target.height);
  render::gl::read_framebuffer(moved.target, picture.pixels);
  render::gl::bind_default_framebuffer();
  return picture;
}

std::shared_ptr<const ImageSharing> share_gl_images(const gpu::GLContext& context) {
  return std::make_shared<const GLImageSharing>(context);
}

gpu::GLContext share_gl(const gpu::Device& device, const gpu::GLLoader& loader) {
  gpu::GLContext context = gpu::GLContext::from_current(device, loader);
  if (context.path() == gpu::InteropPath::direct) {
    try {
      const SharedGLImage probe(context, FrameFormat::rgba8, 1, 1);
    } catch (const gpu::DriverError& error) {
      if (!gpu::is_refusal_to_share(error.status())) {
        throw;
      }
      return context.through_host(
          fmt::format("the driver lists the device for GL but refuses to share: {}", error.what()));
    }
  }
  return context;
}

}  // namespace texelscope::app
