#include "render/gl/buffer.h"

#include <fmt/format.h>
#include <glad/gl.h>

#include <limits>
#include <utility>

#include "render/common/error.h"
#include "render/gl/gl_call.h"
#include "render/gl/gl_error.h"

namespace texelscope::render::gl {

Buffer::Buffer(std::size_t size) : size_{size} {
  if (size < 1 || size > static_cast<std::size_t>(std::numeric_limits<GLsizeiptr>::max())) {
    throw Error{fmt::format("cannot create a GL buffer of {} bytes: use at least 1 byte and less than 8 EiB", size)};
  }
  clear_gl_errors();
  Buffer made;
  gl_call("glCreateBuffers", [&] { glCreateBuffers(1, &made.name_); });
  gl_call("glNamedBufferStorage",
          [&] { glNamedBufferStorage(made.name_, static_cast<GLsizeiptr>(size), nullptr, GL_DYNAMIC_STORAGE_BIT); });
  require_no_gl_error(fmt::format("cannot create a GL buffer of {} bytes", size));
  name_ = std::exchange(made.name_, 0);
}

Buffer::Buffer(Buffer&& other) noexcept { *this = std::move(other); }

Buffer& Buffer::operator=(Buffer&& other) noexcept {
  std::swap(name_, other.name_);
  std::swap(size_, other.size_);
  std::swap(is_acquired_, other.is_acquired_);
  return *this;
}

Buffer::~Buffer() {
  if (name_ != 0) {
    glDeleteBuffers(1, &name_);
  }
}

void Buffer::upload(std::span<const std::byte> bytes, std::size_t offset) {
  require_usable("upload to", bytes.size(), offset);
  clear_gl_errors();
  gl_call("glNamedBufferSubData", [&] {
    glNamedBufferSubData(name_, static_cast<GLintptr>(offset), static_cast<GLsizeiptr>(bytes.size()), bytes.data());
  });
  require_no_gl_error(fmt::format("cannot upload {} bytes to a GL buffer of {} bytes", bytes.size(), size_));
}

void Buffer::read(std::span<std::byte> bytes, std::size_t offset) const {
  require_usable("read", bytes.size(), offset);
  clear_gl_errors();
  gl_call("glGetNamedBufferSubData", [&] {
    glGetNamedBufferSubData(name_, static_cast<GLintptr>(offset), static_cast<GLsizeiptr>(bytes.size()), bytes.data());
  });
  require_no_gl_error(fmt::format("cannot read {} bytes of a GL buffer of {} bytes", bytes.size(), size_));
}

void Buffer::require_vertices(std::size_t count, std::size_t bytes) const {
  if (count > static_cast<std::size_t>(std::numeric_limits<GLsizei>::max())) {
    throw Error{fmt::format("cannot draw {} vertices of a GL buffer: GL counts up to {}; draw them in parts", count,
                            std::numeric_limits<GLsizei>::max())};
  }
  require_usable("draw", count * bytes, 0);
}

void Buffer::require_usable(const char* action, std::size_t count, std::size_t offset) const {
  if (is_acquired_) {
    throw Error{
        fmt::format("cannot {} the GL buffer of {} bytes: it is mapped by a compute device, so GL accesses to it "
                    "are undefined; unmap it first",
                    action, size_)};
  }
  if (count > size_ || offset > size_ - count) {
    throw Error{
        fmt::format("cannot {} {} bytes at offset {} of a GL buffer of {} bytes", action, count, offset, size_)};
  }
}

}  // namespace texelscope::render::gl
