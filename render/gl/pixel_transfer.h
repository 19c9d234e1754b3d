#pragma once

#include <cstddef>
#include <cstdint>

#include "render/gl/texture.h"

namespace texelscope::render::gl {

/// GL's type of one channel of pixels in memory.
[[nodiscard]] std::uint32_t transfer_type(PixelFormat format);

/// Makes GL read pixels from host memory with no gaps between rows: other code of the same context may have left row
/// lengths or a pixel buffer set.
void use_packed_uploads();
/// Makes GL write pixels to host memory likewise.
void use_packed_downloads();

/// @throws Error if `rect` is empty or exceeds a width × height `what`.
void require_inside(const PixelRect& rect, int width, int height, const char* what);
/// Bytes of the pixels in `rect`. @throws Error when `available` is less.
std::size_t require_room(const PixelRect& rect, PixelFormat format, std::size_t available);

}  // namespace texelscope::render::gl
