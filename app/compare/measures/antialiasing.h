#pragma once

#include "app/images/image.h"

namespace texelscope::app {

/// How a differing pixel stands to the edges around it. An edge is in both images: its range is, in each channel, the
/// smaller of the two ranges of the pixels around.
enum class EdgeDifference : unsigned char {
  /// By at most half of the range of 3 × 3 pixels, which an edge that is moved by half a pixel makes.
  antialiasing,
  /// By at most one and a half of that of 5 × 5: a rasterizer makes a few such pixels, a defect many that lie together.
  stray,
  /// By more, or there is no edge.
  none
};
[[nodiscard]] EdgeDifference edge_difference(const Image& expected, const Image& actual, int x, int y);

/// So many stray pixels in 9 × 9 are more than a rasterizer makes.
inline constexpr int many_strays = 4;
inline constexpr int stray_reach = 4;

}  // namespace texelscope::app
