#pragma once

#include "app/images/layout_color.h"

namespace texelscope::app {

/// A colour of Oklab in cylinder coordinates as sRGB: lightness 0 … 1, chroma from 0 (grey) to about 0.3, hue in
/// degrees. What sRGB does not have is clamped by channel.
[[nodiscard]] Rgb from_oklch(double lightness, double chroma, double hue_degrees);

}  // namespace texelscope::app
