#pragma once

#include <cstddef>
#include <vector>

#include "app/images/image.h"

namespace texelscope::app {

/// The light of a picture as a script, which a page can load from a file, too, where browsers let it read no other
/// file: texelscope_light("WIDTH HEIGHT BASE64"). The text holds four planes, packed by zlib: red, green, blue and the
/// exponent that they share (Greg Ward, "Real Pixels", Graphics Gems II), of red · 2^(exponent − 136).
/// Integers are decoded by sRGB. Below 0 is 0; infinite is the largest white there is, NaN a purple of the same light.
[[nodiscard]] std::vector<std::byte> light_script(const Image& image);

}  // namespace texelscope::app
