#pragma once

#include "app/images/image.h"

namespace texelscope::app {

/// The relation of a differing pixel to the edges around it. An edge must be in both images: its range in each channel
/// is the smaller of the two ranges of the surrounding pixels.
enum class EdgeDifference : unsigned char {
  /// By at most half of the range of 3 × 3 pixels, as from an edge moved by half a pixel.
  antialiasing,
  /// By at most 1.5 times the range of 5 × 5 pixels: a rasterizer produces a few such pixels, a defect many adjacent
  /// ones.
  stray,
  /// By more, or not at an edge.
  none
};
[[nodiscard]] EdgeDifference edge_difference(const Image& expected, const Image& actual, int x, int y);

/// This many stray pixels in 9 × 9 are more than a rasterizer produces.
inline constexpr int many_strays = 4;
inline constexpr int stray_reach = 4;

}  // namespace texelscope::app
