#include "app/interop/gl_texture_provider.h"

#include <optional>
#include <string_view>
#include <utility>

#include "app/interop/offscreen_renderer.h"

namespace texelscope::app {

std::uint32_t GLTextureProvider::make(int width, int height, std::span<const std::byte> pixels) {
  render::gl::Texture texture{render::PixelFormat::rgba8, width, height};
  texture.upload(pixels);
  const std::uint32_t name = texture.name();
  images_.insert_or_assign(name, std::move(texture));
  return name;
}

std::vector<std::byte> GLTextureProvider::read(std::uint32_t name) {
  const render::gl::Texture& texture = images_.at(name);
  std::vector<std::byte> pixels(static_cast<std::size_t>(texture.width()) * static_cast<std::size_t>(texture.height()) *
                                4);
  texture.read({0, 0, texture.width(), texture.height()}, pixels);
  return pixels;
}

namespace {

class OffscreenGLImages final : public GLImages {
 public:
  explicit OffscreenGLImages(const gpu::Device& device) : device_{device} {}

  [[nodiscard]] const gpu::GLContext& context() const override { return opened().context(); }
  [[nodiscard]] std::uint32_t make(int width, int height, std::span<const std::byte> pixels) override {
    return opened().make(width, height, pixels);
  }
  [[nodiscard]] std::vector<std::byte> read(std::uint32_t name) override { return opened().read(name); }
  void remove(std::uint32_t name) noexcept override {
    if (images_) {
      images_->remove(name);
    }
  }

 private:
  GLTextureProvider& opened() const {
    if (!images_) {
      offscreen_.emplace(open_offscreen_gl(device_, [](std::string_view) {}));
      images_.emplace(offscreen_->gl);
    }
    return *images_;
  }

  gpu::Device device_;
  // The first request opens the context; callers cannot observe the change.
  mutable std::optional<DeviceOffscreenGL> offscreen_;
  mutable std::optional<GLTextureProvider> images_;
};

}  // namespace

std::shared_ptr<GLImages> make_offscreen_gl_images(const gpu::Device& device) {
  return std::make_shared<OffscreenGLImages>(device);
}

}  // namespace texelscope::app
