#pragma once

#include <cstdint>

#include "app/images/color_map.h"

namespace texelscope::app {

/// The color of the element at `position` of `volume` in C order: from violet through green to yellow in perceptually
/// equal steps, with increasing lightness, so that the order is visible without hues.
[[nodiscard]] Rgb position_color(std::int64_t position, std::int64_t volume);
/// Sixteen repeating colors for sectors and texels: any four consecutive colors can be distinguished, even with each of
/// the three kinds of color blindness. More distant elements are identified by position and numbers.
[[nodiscard]] Rgb category_color(std::int64_t number);
/// Black or white, whichever is more readable on a color.
[[nodiscard]] Rgb ink_on(Rgb color);

}  // namespace texelscope::app
