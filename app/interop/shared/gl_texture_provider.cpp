#include "app/interop/shared/gl_texture_provider.h"

#include <utility>

namespace texelscope::app {

std::uint32_t SharedGLImages::make(int width, int height, std::span<const std::byte> pixels) {
  render::gl::Texture texture{render::PixelFormat::rgba8, width, height};
  texture.upload(pixels);
  const std::uint32_t name = texture.name();
  images_.insert_or_assign(name, std::move(texture));
  return name;
}

std::vector<std::byte> SharedGLImages::read(std::uint32_t name) {
  const render::gl::Texture& texture = images_.at(name);
  std::vector<std::byte> pixels(static_cast<std::size_t>(texture.width()) * static_cast<std::size_t>(texture.height()) *
                                4);
  texture.read({0, 0, texture.width(), texture.height()}, pixels);
  return pixels;
}

}  // namespace texelscope::app
