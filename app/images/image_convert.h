#pragma once

#include "app/images/image.h"

namespace texelscope::app {

/// The image with as many channels as arrays have: 1, 2 and 4 stay, 3 become 4 with an alpha of 1 (the largest value of
/// an integer type).
[[nodiscard]] Image with_array_channels(const Image& image);

/// The image with 8 bits a channel: float pixels are rounded by the rule of kernels::to_unorm8.
[[nodiscard]] Image with_8_bits(const Image& image);

}  // namespace texelscope::app
