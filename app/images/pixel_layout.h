#pragma once

#include <cstdint>

#include "app/images/image.h"
#include "texelscope/gpu/dimensions.h"
#include "texelscope/gpu/strided_layout.h"

namespace texelscope::app {

/// The layout of an image's pixels: slices of a volume, rows, columns, and channels if there are several.
[[nodiscard]] inline gpu::StridedLayout pixel_layout(const Image& image) {
  gpu::Dimensions shape;
  if (image.depth > 1) {
    shape.push_back(image.depth);
  }
  shape.push_back(image.height);
  shape.push_back(image.width);
  if (image.channels > 1) {
    shape.push_back(image.channels);
  }
  return {shape, static_cast<std::int64_t>(gpu::size_bytes(image.type))};
}

}  // namespace texelscope::app
