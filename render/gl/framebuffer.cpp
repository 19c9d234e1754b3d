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

Framebuffer::Framebuffer(PixelFormat format, int width, int height) : color_{format, width, height} {
  Framebuffer made;
  clear_gl_errors();
  gl_call("glCreateFramebuffers", [&] { glCreateFramebuffers(1, &made.name_); });
  require_no_gl_error("cannot make a framebuffer");
  glNamedFramebufferTexture(made.name_, GL_COLOR_ATTACHMENT0, color_.name(), 0);
  GLenum state = 0;
  const bool is_complete = observed_call("glCheckNamedFramebufferStatus", false, "not complete", [&] {
    state = glCheckNamedFramebufferStatus(made.name_, GL_FRAMEBUFFER);
    return state == GL_FRAMEBUFFER_COMPLETE;
  });
  if (!is_complete) {
    throw Error{
        fmt::format("cannot draw into a texture of {} × {} texels: glCheckNamedFramebufferStatus gives 0x{:04x}; take "
                    "a smaller size, or 8 bits a channel",
                    width, height, state)};
  }
  name_ = std::exchange(made.name_, 0);
}

Framebuffer::Framebuffer(Framebuffer&& other) noexcept { *this = std::move(other); }

Framebuffer& Framebuffer::operator=(Framebuffer&& other) noexcept {
  std::swap(name_, other.name_);
  std::swap(color_, other.color_);
  return *this;
}

Framebuffer::~Framebuffer() {
  if (name_ != 0) {
    glDeleteFramebuffers(1, &name_);
  }
}

void Framebuffer::bind() const {
  glBindFramebuffer(GL_FRAMEBUFFER, name_);
  glViewport(0, 0, width(), height());
}

void bind_default_framebuffer() { glBindFramebuffer(GL_FRAMEBUFFER, 0); }

void read_framebuffer(const PixelRect& rect, std::span<std::byte> pixels) {
  if (rect.width < 1 || rect.height < 1) {
    throw Error{
        fmt::format("cannot read {} × {} pixels of a framebuffer: take at least 1 × 1", rect.width, rect.height)};
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
