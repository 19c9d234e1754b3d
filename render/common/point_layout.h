#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "render/common/pixel_format.h"

namespace texelscope::render {

/// The layout of a point in a vertex buffer: its pixel as two int16, from the corner of the image's row 0, then the
/// red, green, blue and alpha that it adds as four uint8.
struct PointLayout {
  static constexpr std::size_t bytes = 8;
  static constexpr std::size_t pixel_offset = 0;
  static constexpr std::size_t color_offset = 4;
};

/// Checks that the sums of points do not depend on their order. @throws Error for floats.
void require_bytes_to_add_points(PixelFormat format, int width, int height);

/// Each 0 … 1.
[[nodiscard]] std::array<float, 4> color_of_bytes(const std::array<std::uint8_t, 4>& color);

}  // namespace texelscope::render
