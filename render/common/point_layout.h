#pragma once

#include <cstddef>

namespace texelscope::render {

/// How a point lies in a vertex buffer: its pixel as two int16, from the corner of the picture's row 0, then the red,
/// green, blue and alpha that it adds as four uint8.
struct PointLayout {
  static constexpr std::size_t bytes = 8;
  static constexpr std::size_t pixel_offset = 0;
  static constexpr std::size_t color_offset = 4;
};

}  // namespace texelscope::render
