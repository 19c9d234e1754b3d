#pragma once

#include <cstdint>

#include "texelscope/kernels/index.h"

namespace texelscope::gpu::driver {

/// Blocks of 256 threads, compact along the axes of the extent.
[[nodiscard]] constexpr kernels::LaunchExtent block_for(const kernels::LaunchExtent& extent) noexcept {
  if (extent.depth > 1) {
    return {8, 8, 4};
  }
  return extent.height > 1 ? kernels::LaunchExtent{32, 8, 1} : kernels::LaunchExtent{256, 1, 1};
}

[[nodiscard]] constexpr std::int32_t blocks_over(std::int32_t size, std::int32_t block) noexcept {
  return size / block + (size % block != 0 ? 1 : 0);
}

/// The grid of blocks that covers an extent.
[[nodiscard]] constexpr kernels::LaunchExtent grid_over(const kernels::LaunchExtent& extent,
                                                        const kernels::LaunchExtent& block) noexcept {
  return {blocks_over(extent.width, block.width), blocks_over(extent.height, block.height),
          blocks_over(extent.depth, block.depth)};
}

}  // namespace texelscope::gpu::driver
