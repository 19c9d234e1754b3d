#pragma once

#include "app/images/image.h"

namespace texelscope::app {

/// Those of the list of pictures, in pixels: enough for a window at twice the scale.
inline constexpr int list_thumbnail_width = 96;
inline constexpr int list_thumbnail_height = 64;

/// A picture as small as a list shows it, with the picture's proportions: RGBA of 8 bits a channel, at most `width` ×
/// `height` pixels (≥ 1), and no larger than the picture. A pixel is the mean of the texels in its box, of at most 16
/// along each side. Floats are clamped to 0 … 1, NaN to 0, and encoded by sRGB. Of a volume it is the middle slice.
[[nodiscard]] Image picture_thumbnail(const Image& picture, int width, int height);

}  // namespace texelscope::app
