#include "render/gl/texture.h"

#include <fmt/format.h>
#include <glad/gl.h>

#include <functional>
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

/// A GL name of `target` with storage from `allocate`.
template <class Storage>
std::shared_ptr<const Storage> make_storage(GLenum target, const std::function<void(GLuint)>& allocate) {
  clear_gl_errors();
  GLuint name = 0;
  gl_call("glCreateTextures", [&] { glCreateTextures(target, 1, &name); });
  auto storage = std::make_shared<const Storage>(name);
  allocate(name);
  // With the default filter, which requires mipmaps, some drivers treat the texture as incomplete.
  glTextureParameteri(name, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
  glTextureParameteri(name, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
  glTextureParameteri(name, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
  glTextureParameteri(name, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
  return storage;
}

void require_extent(int width, int height) {
  GLint limit = 0;
  glGetIntegerv(GL_MAX_TEXTURE_SIZE, &limit);
  if (width < 1 || height < 1 || width > limit || height > limit) {
    throw Error{fmt::format("cannot create a texture of {} × {} texels: this renderer supports 1 to {} per axis", width,
                            height, limit)};
  }
}

}  // namespace

Texture::Storage::~Storage() { glDeleteTextures(1, &name_); }

Texture::Texture(std::shared_ptr<const Storage> storage, std::optional<int> layer, PixelFormat format, int width,
                 int height)
    : storage_{std::move(storage)}, layer_{layer}, format_{format}, width_{width}, height_{height} {}

Texture::Texture(PixelFormat format, int width, int height) {
  require_extent(width, height);
  auto storage = make_storage<Storage>(GL_TEXTURE_2D, [&](GLuint name) {
    gl_call("glTextureStorage2D", [&] { glTextureStorage2D(name, 1, internal_format(format), width, height); });
    require_no_gl_error(
        fmt::format("cannot create a {} texture of {} × {} texels", format_name(format), width, height));
  });
  *this = Texture{std::move(storage), std::nullopt, format, width, height};
}

std::vector<Texture> Texture::layers(PixelFormat format, int width, int height, int count) {
  require_extent(width, height);
  GLint limit = 0;
  glGetIntegerv(GL_MAX_ARRAY_TEXTURE_LAYERS, &limit);
  if (count < 1 || count > limit) {
    throw Error{
        fmt::format("cannot create an array texture of {} layers: this renderer supports 1 to {}", count, limit)};
  }
  const auto storage = make_storage<Storage>(GL_TEXTURE_2D_ARRAY, [&](GLuint name) {
    gl_call("glTextureStorage3D", [&] { glTextureStorage3D(name, 1, internal_format(format), width, height, count); });
    require_no_gl_error(fmt::format("cannot create a {} array texture of {} layers of {} × {} texels",
                                    format_name(format), count, width, height));
  });
  std::vector<Texture> textures;
  for (int layer = 0; layer < count; ++layer) {
    textures.push_back(Texture{storage, layer, format, width, height});
  }
  return textures;
}

void Texture::set_smooth(bool is_smooth) const {
  const GLint filter = is_smooth ? GL_LINEAR : GL_NEAREST;
  glTextureParameteri(name(), GL_TEXTURE_MIN_FILTER, filter);
  glTextureParameteri(name(), GL_TEXTURE_MAG_FILTER, filter);
}

void Texture::upload(std::span<const std::byte> pixels) {
  require_not_acquired("upload to");
  const std::size_t expected =
      static_cast<std::size_t>(width_) * static_cast<std::size_t>(height_) * bytes_per_pixel(format_);
  if (pixels.size() != expected) {
    throw Error{fmt::format("cannot upload {} bytes to a {} texture of {} × {} texels: exactly {} are required",
                            pixels.size(), format_name(format_), width_, height_, expected)};
  }
  use_packed_uploads();
  clear_gl_errors();
  replace(pixels.data());
  require_no_gl_error(
      fmt::format("cannot upload to a {} texture of {} × {} texels", format_name(format_), width_, height_));
}

void Texture::upload(const Buffer& pixels) {
  require_not_acquired("upload to");
  const std::size_t expected =
      static_cast<std::size_t>(width_) * static_cast<std::size_t>(height_) * bytes_per_pixel(format_);
  if (pixels.is_acquired() || pixels.size() < expected) {
    throw Error{fmt::format("cannot upload a GL buffer of {} bytes to a {} texture of {} × {} texels: {}",
                            pixels.size(), format_name(format_), width_, height_,
                            pixels.is_acquired() ? std::string{"it is mapped by a compute device; unmap it first"}
                                                 : fmt::format("{} are required", expected))};
  }
  use_packed_uploads();
  clear_gl_errors();
  glBindBuffer(GL_PIXEL_UNPACK_BUFFER, pixels.name());
  replace(nullptr);
  glBindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
  require_no_gl_error(fmt::format("cannot upload a GL buffer to a {} texture of {} × {} texels", format_name(format_),
                                  width_, height_));
}

void Texture::replace(const void* pixels) {
  if (layer_) {
    gl_call("glTextureSubImage3D", [&] {
      glTextureSubImage3D(name(), 0, 0, 0, *layer_, width_, height_, 1, GL_RGBA, transfer_type(format_), pixels);
    });
  } else {
    gl_call("glTextureSubImage2D",
            [&] { glTextureSubImage2D(name(), 0, 0, 0, width_, height_, GL_RGBA, transfer_type(format_), pixels); });
  }
}

void Texture::read(const PixelRect& rect, std::span<std::byte> pixels) const {
  require_not_acquired("read");
  require_inside(rect, width_, height_, "texture");
  const std::size_t needed = require_room(rect, format_, pixels.size());
  use_packed_downloads();
  clear_gl_errors();
  gl_call("glGetTextureSubImage", [&] {
    glGetTextureSubImage(name(), 0, rect.x, rect.y, layer_.value_or(0), rect.width, rect.height, 1, GL_RGBA,
                         transfer_type(format_), static_cast<GLsizei>(needed), pixels.data());
  });
  require_no_gl_error(fmt::format("cannot read {} × {} texels at ({}, {}) of a {} texture of {} × {} texels",
                                  rect.width, rect.height, rect.x, rect.y, format_name(format_), width_, height_));
}

void Texture::bind(unsigned unit) const {
  require_not_acquired("bind");
  glBindTextureUnit(unit, name());
}

void Texture::require_not_acquired(const char* action) const {
  if (is_acquired_) {
    throw Error{
        fmt::format("cannot {} the {} texture of {} × {} texels: it is mapped by a compute device, so GL accesses "
                    "to it are undefined; unmap it first",
                    action, format_name(format_), width_, height_)};
  }
}

}  // namespace texelscope::render::gl
