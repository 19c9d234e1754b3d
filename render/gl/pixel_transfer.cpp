#include "render/gl/pixel_transfer.h"

#include <fmt/format.h>
#include <glad/gl.h>

#include <limits>

#include "render/common/error.h"

namespace texelscope::render::gl {

std::uint32_t transfer_type(PixelFormat format) { return format == PixelFormat::rgba8 ? GL_UNSIGNED_BYTE : GL_FLOAT; }

void use_packed_uploads() {
  glBindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
  glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
  glPixelStorei(GL_UNPACK_ROW_LENGTH, 0);
  glPixelStorei(GL_UNPACK_SKIP_ROWS, 0);
  glPixelStorei(GL_UNPACK_SKIP_PIXELS, 0);
}

void use_packed_downloads() {
  glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
  glPixelStorei(GL_PACK_ALIGNMENT, 4);
  glPixelStorei(GL_PACK_ROW_LENGTH, 0);
  glPixelStorei(GL_PACK_SKIP_ROWS, 0);
  glPixelStorei(GL_PACK_SKIP_PIXELS, 0);
}

void require_inside(const PixelRect& rect, int width, int height, const char* what) {
  // Subtracting instead of adding avoids overflow.
  if (rect.x < 0 || rect.y < 0 || rect.width < 1 || rect.height < 1 || rect.width > width || rect.height > height ||
      rect.x > width - rect.width || rect.y > height - rect.height) {
    throw Error{fmt::format("the box of {} × {} pixels at ({}, {}) is not within the {} of {} × {}", rect.width,
                            rect.height, rect.x, rect.y, what, width, height)};
  }
}

std::size_t require_room(const PixelRect& rect, PixelFormat format, std::size_t available) {
  const std::size_t needed =
      static_cast<std::size_t>(rect.width) * static_cast<std::size_t>(rect.height) * bytes_per_pixel(format);
  if (available < needed) {
    throw Error{fmt::format("a box of {} × {} pixels requires {} bytes, but the memory has {}", rect.width, rect.height,
                            needed, available)};
  }
  if (needed > static_cast<std::size_t>(std::numeric_limits<GLsizei>::max())) {
    throw Error{
        fmt::format("a box of {} × {} pixels has {} bytes, but GL reads less than 2 GiB per call: read smaller boxes",
                    rect.width, rect.height, needed)};
  }
  return needed;
}

}  // namespace texelscope::render::gl
