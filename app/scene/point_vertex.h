#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace texelscope::app {

/// One pixel of light, as renderers read it from a vertex buffer: 8 bytes. Whole numbers alone, so that every renderer
/// draws the same bytes.
struct PointVertex {
  /// The pixel, from the frame's upper left corner. A point outside of the frame is not drawn.
  std::int16_t x = -1;
  std::int16_t y = -1;
  /// Red, green, blue and alpha, added to the pixel's; each sum stops at 255.
  std::uint8_t color[4]{};
};
static_assert(sizeof(PointVertex) == 8);

/// What of a frame a renderer draws: points on an even ground.
struct PointFrame {
  /// 0: nothing, the frame is what the scene's surface holds.
  std::size_t count = 0;
  /// Red, green, blue and alpha before the first point.
  std::array<std::uint8_t, 4> background{0, 0, 0, 255};
};

}  // namespace texelscope::app
