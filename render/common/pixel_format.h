#pragma once

#include <cstddef>

namespace texelscope::render {

/// Texels of an image that both the renderer and kernels can use: red, green, blue, alpha.
enum class PixelFormat : unsigned char { rgba8, rgba32f };

[[nodiscard]] constexpr std::size_t bytes_per_pixel(PixelFormat format) noexcept {
  return format == PixelFormat::rgba8 ? 4 : 16;
}

}  // namespace texelscope::render
