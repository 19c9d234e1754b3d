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

}  // namespace

Texture::Texture(PixelFormat format, int width, int height) : format_{format}, width_{width}, height_{height} {
  GLint limit = 0;
  glGetIntegerv(GL_MAX_TEXTURE_SIZE, &limit);
  if (width < 1 || height < 1 || width > limit || height > limit) {
    throw Error{fmt::format("cannot make a texture of {} × {} texels: this renderer takes 1 to {} each way", width,
                            height, limit)};
  }
  clear_gl_errors();
  Texture made;
  gl_call("glCreateTextures", [&] { glCreateTextures(GL_TEXTURE_2D, 1, &made.name_); });
  gl_call("glTextureStorage2D", [&] { glTextureStorage2D(made.name_, 1, internal_format(format), width, height); });
  require_no_gl_error(fmt::format("cannot make a {} texture of {} × {} texels", format_name(format), width, height));
  // With the default filter, which wants mipmaps, some drivers treat the texture as incomplete.
  glTextureParameteri(made.name_, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
  glTextureParameteri(made.name_, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
  glTextureParameteri(made.name_, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
  glTextureParameteri(made.name_, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
  name_ = std::exchange(made.name_, 0);
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
