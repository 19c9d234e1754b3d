#pragma once

#include <cstddef>
#include <vector>

#include "app/images/image.h"

namespace texelscope::app {

/// A PNG file in memory, 8 bits a channel; float pixels are rounded by the rule of kernels::to_unorm8.
[[nodiscard]] std::vector<std::byte> encode_png(const Image& image);

}  // namespace texelscope::app
