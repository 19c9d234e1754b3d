#include "render/gl/framebuffer.h"

#include <fmt/format.h>
#include <glad/gl.h>

#include <algorithm>
#include <utility>

#include "render/common/error.h"
#include "render/gl/gl_call.h"
#include "render/gl/gl_error.h"
#include "render/gl/pixel_transfer.h"

namespace texelscope::render::gl {

DrawTarget::DrawTarget() {
  clear_gl_errors();
  gl_call("glCreateFramebuffers", [&] { glCreateFramebuffers(1, &name_); });
  require_no_gl_error("cannot create a framebuffer");
}

DrawTarget::DrawTarget(DrawTarget&& other) noexcept : name_{std::exchange(other.name_, 0)} {}

DrawTarget& DrawTarget::operator=(DrawTarget&& other) noexcept {
  std::swap(name_, other.name_);
  return *this;
}

DrawTarget::~DrawTarget() {
  if (name_ != 0) {
    glDeleteFramebuffers(1, &name_);
  }
}

void DrawTarget::attach(const Texture& color) const {
  color.require_not_acquired("draw into");
  if (color.layer()) {
    glNamedFramebufferTextureLayer(name_, GL_COLOR_ATTACHMENT0, color.name(), 0, *color.layer());
  } else {
    glNamedFramebufferTexture(name_, GL_COLOR_ATTACHMENT0, color.name(), 0);
  }
  GLenum state = 0;
  const bool is_complete = observed_call("glCheckNamedFramebufferStatus", false, "not complete", [&] {
    state = glCheckNamedFramebufferStatus(name_, GL_FRAMEBUFFER);
    return state == GL_FRAMEBUFFER_COMPLETE;
  });
  if (!is_complete) {
    throw Error{
        fmt::format("cannot draw into a texture of {} × {} texels: glCheckNamedFramebufferStatus returned 0x{:04x}; "
                    "use a smaller size, or 8 bits per channel",
                    color.width(), color.height(), state)};
  }
}

void DrawTarget::bind(int width, int height) const {
  glBindFramebuffer(GL_FRAMEBUFFER, name_);
  glViewport(0, 0, width, height);
}

Framebuffer::Framebuffer(PixelFormat format, int width, int height) : color_{format, width, height} {
  target_.attach(color_);
}

void bind_default_framebuffer() { glBindFramebuffer(GL_FRAMEBUFFER, 0); }

void read_framebuffer(const PixelRect& rect, std::span<std::byte> pixels) {
  if (rect.width < 1 || rect.height < 1) {
    throw Error{
        fmt::format("cannot read {} × {} pixels of a framebuffer: use at least 1 × 1", rect.width, rect.height)};
  }
  const std::size_t size = require_room(rect, PixelFormat::rgba8, pixels.size());
  use_packed_downloads();
  clear_gl_errors();
  gl_call("glReadnPixels", [&] {
    glReadnPixels(rect.x, rect.y, rect.width, rect.height, GL_RGBA, GL_UNSIGNED_BYTE, static_cast<GLsizei>(size),
                  pixels.data());
  });
  require_no_gl_error(fmt::format("cannot read {} × {} pixels at ({}, {}) of the framebuffer", rect.width, rect.height,
                                  rect.x, rect.y));
  const std::size_t row = size / static_cast<std::size_t>(rect.height);
  for (std::size_t top = 0, bottom = size - row; top < bottom; top += row, bottom -= row) {
    std::swap_ranges(pixels.begin() + static_cast<std::ptrdiff_t>(top),
                     pixels.begin() + static_cast<std::ptrdiff_t>(top + row),
                     pixels.begin() + static_cast<std::ptrdiff_t>(bottom));
  }
}

}  // namespace texelscope::render::gl
