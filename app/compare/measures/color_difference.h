#pragma once

#include <array>
#include <cmath>

#include "app/compare/measures/lab_block.h"

namespace texelscope::app {

/// A CIELAB color under D65.
struct Lab {
  double lightness = 0;
  double a = 0;
  double b = 0;
};

/// CIELAB of linear red, green and blue with BT.709 primaries, 1 for white.
[[nodiscard]] Lab lab_from_linear(const std::array<double, 3>& linear);

/// The difference of two colors: about 1 is just noticeable side by side, and 100 is black against white (Sharma, Wu,
/// Dalal: "The CIEDE2000 Color-Difference Formula", Color Research & Application 30 (1), 2005).
[[nodiscard]] double ciede2000(const Lab& first, const Lab& second);

/// An upper bound of ciede2000(), in a tenth of its time: no weight is below 1, chroma is stretched along a by at most
/// 1.5, and the weights of chroma and hue reduce every difference by more than the rotation adds.
[[nodiscard]] double ciede2000_bound(const Lab& first, const Lab& second);

/// The difference of two linear colors. If one is brighter than white, both are darkened until it is white, so that
/// differences of bright light count as an adapted eye sees them. Infinite if only one color is a number.
[[nodiscard]] double color_difference(const std::array<double, 3>& first, const std::array<double, 3>& second);

/// Whether the difference exceeds a limit, or is not a number; uses the bound where that is conclusive.
[[nodiscard]] bool color_difference_exceeds(const std::array<double, 3>& first, const std::array<double, 3>& second,
                                            double limit);

/// Red, green and blue of multiple pixels, linear, 0…1.
using ColorBlock = std::array<std::array<float, color_block>, 3>;

/// An upper bound of the color difference for each pair of colors: see ciede2000_bound(). Overwrites the colors.
void find_color_bounds(ColorBlock& first, ColorBlock& second, std::array<float, color_block>& bounds);

}  // namespace texelscope::app
