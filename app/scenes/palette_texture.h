#pragma once

#include <cstdint>

#include "app/scenes/palette.h"
#include "app/scenes/surface_array.h"
#include "texelscope/kernels/convert.h"
#include "texelscope/kernels/index.h"

namespace texelscope::app {

/// Writes a palette as a 1D array of colours, one call for each texel. A ring goes from the first stop to the last and
/// back, so that it wraps without a seam.
struct WritePalette {
  kernels::Surface colors;
  Palette palette;
  std::int32_t size;

  TEXELSCOPE_KERNEL_FUNCTION void operator()(kernels::Index index) const {
    const float turn = static_cast<float>(index.x) / static_cast<float>(size) * 2.0F;
    const kernels::Float3 color = palette.color(turn < 1.0F ? turn : 2.0F - turn);
    colors.write_1d(kernels::to_unorm8(kernels::Float4{color.x, color.y, color.z, 1.0F}), index.x);
  }
};

}  // namespace texelscope::app
