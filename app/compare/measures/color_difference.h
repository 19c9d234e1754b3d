#pragma once

#include <array>
#include <cmath>

namespace texelscope::app {

/// A color of CIELAB under D65.
struct Lab {
  double lightness = 0;
  double a = 0;
  double b = 0;
};

/// CIELAB of linear red, green and blue with BT.709's primaries, 1 for white.
[[nodiscard]] Lab lab_from_linear(const std::array<double, 3>& linear);

/// How far two colors are apart: about 1 is just seen side by side, 100 are black and white (Sharma, Wu, Dalal: "The
/// CIEDE2000 Color-Difference Formula", Color Research & Application 30 (1), 2005).
[[nodiscard]] double ciede2000(const Lab& first, const Lab& second);

/// A value that ciede2000() is not above, in a tenth of its time: no weight of it is below 1, chroma is stretched along
/// a by at most 1.5, and the rotation adds at most √3 / 2 of the squares of chroma and hue.
[[nodiscard]] double ciede2000_bound(const Lab& first, const Lab& second);

/// The same of linear colors. Where one has more light than white, both are darkened until it is white: so differences
/// of bright light count as an eye sees it that has adapted. Infinite where one color is not a number and the other is.
[[nodiscard]] double color_difference(const std::array<double, 3>& first, const std::array<double, 3>& second);

/// Whether that is above a limit, or is not a number; by the bound where it tells.
[[nodiscard]] bool color_difference_exceeds(const std::array<double, 3>& first, const std::array<double, 3>& second,
                                            double limit);

}  // namespace texelscope::app
