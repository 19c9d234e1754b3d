#pragma once

#include <array>

#include "app/compare/measures/lab_block.h"

namespace texelscope::app {

/// Red, green and blue of many pixels, linear and 0…1.
using ColorBlock = std::array<std::array<float, color_block>, 3>;

/// For each pair of colors a value that their color difference is not above: see ciede2000_bound(). Takes the room of
/// the colors for its work.
void find_color_bounds(ColorBlock& first, ColorBlock& second, std::array<float, color_block>& bounds);

}  // namespace texelscope::app
