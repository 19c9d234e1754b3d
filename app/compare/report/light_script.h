#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "app/images/image.h"

namespace texelscope::app {

/// The light of an image as a script, which a page can load even from file URLs, where browsers block other reads:
/// texelscope_light("WIDTH HEIGHT BASE64"). The text contains four planes, compressed with zlib: red, green, blue and
/// their shared exponent (Greg Ward, "Real Pixels", Graphics Gems II), meaning red · 2^(exponent − 136). Integers are
/// decoded as sRGB. Negative values become 0, infinity becomes the largest white, and NaN becomes a purple of the same
/// light.
[[nodiscard]] std::vector<std::byte> light_script(const Image& image);

/// Whether bytes are a script of this form, which does nothing else.
[[nodiscard]] bool is_light_script(std::span<const std::byte> bytes);

}  // namespace texelscope::app
