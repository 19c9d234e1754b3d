#pragma once

#include "app/images/image.h"

namespace texelscope::app {

/// The relation of a differing pixel to the edges around it. An edge must be in both images: its range in each channel
/// is the smaller of the two ranges of the surrounding pixels.
enum class EdgeDifference : unsigned char {
  /// It differs by at most half the range of 3 × 3 pixels, as when an edge moves by half a pixel.
  antialiasing,
  /// It differs by at most 1.5 times the range of 5 × 5 pixels: a rasterizer produces a few of these pixels, whereas a
  /// defect produces many adjacent ones.
  stray,
  /// It differs by more, or is not at an edge.
  none
};
[[nodiscard]] EdgeDifference edge_difference(const Image& expected, const Image& actual, int x, int y);
/// Whether that is antialiasing, without looking for strays; also true for equal pixels.
[[nodiscard]] bool is_antialiasing(const Image& expected, const Image& actual, int x, int y);

/// Whether a channel of a pixel, multiplied by alpha, differs by more than this, of 0…1.
[[nodiscard]] bool differs_by(const Image& expected, const Image& actual, int x, int y, float error);

/// The part of a pixel's difference, 0…1, that no edge explains that moves by up to half a pixel: each channel of one
/// image may be among the values that the other one has, interpolated, within half a pixel in each direction.
[[nodiscard]] float unexplained_part(const Image& expected, const Image& actual, int x, int y);

/// A number of stray pixels within 9 × 9 pixels that is more than a rasterizer produces.
inline constexpr int many_strays = 4;
inline constexpr int stray_reach = 4;

}  // namespace texelscope::app
