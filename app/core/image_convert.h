#pragma once

#include "app/core/image.h"

namespace texelscope::app {

/// The image with as many channels as arrays have: 1, 2 and 4 stay, 3 become 4 with an alpha of 1 (the largest value of
/// an integer type).
[[nodiscard]] Image with_array_channels(const Image& image);

}  // namespace texelscope::app
