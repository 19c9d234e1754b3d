#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "texelscope/gpu/cuda_array.h"

namespace texelscope::app {

/// Computes `num_levels` ≥ 1 levels from the texels of level 0, in the format of TextureSetup::levels, each from the
/// previous one by a box filter: texel i is the mean of texels 2i and min(2i + 1, last) along each axis of a layer or
/// face, so that the last texel of an odd extent is ignored, and an extent of 1 remains 1. Means of integers round half
/// up (toward +∞), means of floats are float32 sums, x first, times 1/2ⁿ, rounded to the format; sRGB values are
/// averaged as stored.
/// @throws gpu::InvalidArgument if the size of `texels` does not match the descriptor.
[[nodiscard]] std::vector<std::vector<std::byte>> make_mip_levels(const gpu::ArrayDescriptor& array,
                                                                  std::span<const std::byte> texels,
                                                                  std::size_t num_levels);

}  // namespace texelscope::app
