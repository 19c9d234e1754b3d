#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "app/images/image.h"
#include "app/images/pixel_rectangle.h"

namespace texelscope::app {

/// The pixels of a size that a comparison leaves out, row by row: 1 for those that a rectangle has, else 0. Empty where
/// there is no rectangle: none is left out.
[[nodiscard]] std::vector<std::uint8_t> mask_of(std::span<const PixelRectangle> rectangles, int width, int height);

/// The image with these pixels white and opaque: two images that are masked alike are the same there.
[[nodiscard]] Image masked(Image image, std::span<const std::uint8_t> mask);

}  // namespace texelscope::app
