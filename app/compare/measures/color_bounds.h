#pragma once

#include <array>

#include "app/compare/measures/lab_block.h"

namespace texelscope::app {

/// Red, green and blue of multiple pixels, linear, 0…1.
using ColorBlock = std::array<std::array<float, color_block>, 3>;

/// An upper bound of the color difference for each pair of colors: see ciede2000_bound(). Overwrites the colors.
void find_color_bounds(ColorBlock& first, ColorBlock& second, std::array<float, color_block>& bounds);

}  // namespace texelscope::app
