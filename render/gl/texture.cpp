#include "render/gl/texture.h"

#include <fmt/format.h>
#include <glad/gl.h>

#include <string>
#include <utility>

#include "render/common/error.h"
#include "render/gl/buffer.h"
#include "render/gl/gl_call.h"
#include "render/gl/gl_error.h"
#include "render/gl/pixel_transfer.h"

namespace texelscope::render::gl {
namespace {

GLenum internal_format(PixelFormat format) { return format == PixelFormat::rgba8 ? GL_RGBA8 : GL_RGBA32F; }

const char* format_name(PixelFormat format) { return format == PixelFormat::rgba8 ? "RGBA8" : "RGBA32F"; }

void require_extent(int width, int height) {
  GLint limit = 0;
  glGetIntegerv(GL_MAX_TEXTURE_SIZE, &limit);
  if (width < 1 || height < 1 || width > limit || height > limit) {
    throw Error{fmt::format("cannot make a texture of {} × {} texels: this renderer takes 1 to {} each way", width,
                            height, limit)};
  }
}

}  // namespace

Texture::Texture(std::uint32_t name, PixelFormat format, int width, int height)
    : name_{name}, format_{format}, width_{width}, height_{height} {
  // With the default filter, which wants mipmaps, some drivers treat the texture as incomplete.
  glTextureParameteri(name_, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
  glTextureParameteri(name_, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
  glTextureParameteri(name_, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
  glTextureParameteri(name_, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
}

Texture::Texture(PixelFormat format, int width, int height) {
  require_extent(width, height);
  clear_gl_errors();
  Texture made;
  gl_call("glCreateTextures", [&] { glCreateTextures(GL_TEXTURE_2D, 1, &made.name_); });
  gl_call("glTextureStorage2D", [&] { glTextureStorage2D(made.name_, 1, internal_format(format), width, height); });
  require_no_gl_error(fmt::format("cannot make a {} texture of {} × {} texels", format_name(format), width, height));
  *this = Texture{std::exchange(made.name_, 0), format, width, height};
}

TextureArray::TextureArray(PixelFormat format, int width, int height, int layers)
    : format_{format}, width_{width}, height_{height}, layers_{layers} {
  require_extent(width, height);
  GLint limit = 0;
  glGetIntegerv(GL_MAX_ARRAY_TEXTURE_LAYERS, &limit);
  if (layers < 1 || layers > limit) {
    throw Error{fmt::format("cannot make an array texture of {} layers: this renderer takes 1 to {}", layers, limit)};
  }
  clear_gl_errors();
  Texture made;
  gl_call("glCreateTextures", [&] { glCreateTextures(GL_TEXTURE_2D_ARRAY, 1, &made.name_); });
  gl_call("glTextureStorage3D",
          [&] { glTextureStorage3D(made.name_, 1, internal_format(format), width, height, layers); });
  require_no_gl_error(fmt::format("cannot make a {} array texture of {} layers of {} × {} texels", format_name(format),
                                  layers, width, height));
  name_ = std::exchange(made.name_, 0);
}

TextureArray::~TextureArray() { glDeleteTextures(1, &name_); }

Texture TextureArray::layer(int index) const {
  if (index < 0 || index >= layers_) {
    throw Error{fmt::format("an array texture of {} layers has no layer {}: count from 0", layers_, index)};
  }
  clear_gl_errors();
  Texture made;
  // A view takes a name that has no texture yet.
  gl_call("glGenTextures", [&] { glGenTextures(1, &made.name_); });
  gl_call("glTextureView", [&] {
    glTextureView(made.name_, GL_TEXTURE_2D, name_, internal_format(format_), 0, 1, static_cast<GLuint>(index), 1);
  });
  require_no_gl_error(fmt::format("cannot view layer {} of an array texture of {} layers", index, layers_));
  return {std::exchange(made.name_, 0), format_, width_, height_};
}

Texture::Texture(Texture&& other) noexcept { *this = std::move(other); }

Texture& Texture::operator=(Texture&& other) noexcept {
  std::swap(name_, other.name_);
  std::swap(format_, other.format_);
  std::swap(width_, other.width_);
  std::swap(height_, other.height_);
  std::swap(is_lent_, other.is_lent_);
  return *this;
}

Texture::~Texture() {
  if (name_ != 0) {
    glDeleteTextures(1, &name_);
  }
}

void Texture::set_smooth(bool is_smooth) const {
  const GLint filter = is_smooth ? GL_LINEAR : GL_NEAREST;
  glTextureParameteri(name_, GL_TEXTURE_MIN_FILTER, filter);
  glTextureParameteri(name_, GL_TEXTURE_MAG_FILTER, filter);
}

void Texture::upload(std::span<const std::byte> pixels) {
  require_not_lent("upload to");
  const std::size_t expected =
      static_cast<std::size_t>(width_) * static_cast<std::size_t>(height_) * bytes_per_pixel(format_);
  if (pixels.size() != expected) {
    throw Error{fmt::format("cannot upload {} bytes to a {} texture of {} × {} texels: it takes exactly {}",
                            pixels.size(), format_name(format_), width_, height_, expected)};
  }
  use_packed_uploads();
  clear_gl_errors();
  gl_call("glTextureSubImage2D", [&] {
    glTextureSubImage2D(name_, 0, 0, 0, width_, height_, GL_RGBA, transfer_type(format_), pixels.data());
  });
  require_no_gl_error(
      fmt::format("cannot upload to a {} texture of {} × {} texels", format_name(format_), width_, height_));
}

void Texture::upload(const Buffer& pixels) {
  require_not_lent("upload to");
  const std::size_t expected =
      static_cast<std::size_t>(width_) * static_cast<std::size_t>(height_) * bytes_per_pixel(format_);
  if (pixels.is_lent() || pixels.size() < expected) {
    throw Error{fmt::format("cannot upload a GL buffer of {} bytes to a {} texture of {} × {} texels: {}",
                            pixels.size(), format_name(format_), width_, height_,
                            pixels.is_lent() ? std::string{"it is mapped by a compute device; unmap it first"}
                                             : fmt::format("it takes {}", expected))};
  }
  use_packed_uploads();
  clear_gl_errors();
  glBindBuffer(GL_PIXEL_UNPACK_BUFFER, pixels.name());
  gl_call("glTextureSubImage2D",
          [&] { glTextureSubImage2D(name_, 0, 0, 0, width_, height_, GL_RGBA, transfer_type(format_), nullptr); });
  glBindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
  require_no_gl_error(fmt::format("cannot upload a GL buffer to a {} texture of {} × {} texels", format_name(format_),
                                  width_, height_));
}

void Texture::read(const PixelRect& rect, std::span<std::byte> pixels) const {
  require_not_lent("read");
  require_inside(rect, width_, height_, "texture");
  const std::size_t needed = require_room(rect, format_, pixels.size());
  use_packed_downloads();
  clear_gl_errors();
  gl_call("glGetTextureSubImage", [&] {
    glGetTextureSubImage(name_, 0, rect.x, rect.y, 0, rect.width, rect.height, 1, GL_RGBA, transfer_type(format_),
                         static_cast<GLsizei>(needed), pixels.data());
  });
  require_no_gl_error(fmt::format("cannot read {} × {} texels at ({}, {}) of a {} texture of {} × {} texels",
                                  rect.width, rect.height, rect.x, rect.y, format_name(format_), width_, height_));
}

void Texture::bind(unsigned unit) const {
  require_not_lent("bind");
  glBindTextureUnit(unit, name_);
}

void Texture::require_not_lent(const char* action) const {
  if (is_lent_) {
    throw Error{
        fmt::format("cannot {} the {} texture of {} × {} texels: it is mapped by a compute device, and what GL sees "
                    "of a mapped texture is undefined; unmap it first",
                    action, format_name(format_), width_, height_)};
  }
}

}  // namespace texelscope::render::gl
