#pragma once

#include <cstdint>

#include "texelscope/kernels/convert.h"
#include "texelscope/kernels/kernel_function.h"
#include "texelscope/kernels/vector.h"

/// Sums that many threads add to concurrently. They are integers, so the order does not matter.
namespace texelscope::app {

TEXELSCOPE_KERNEL_FUNCTION void add_to_sum(std::uint32_t* sum, std::uint32_t amount) {
#ifdef __CUDA_ARCH__
  atomicAdd(sum, amount);
#else
  __atomic_fetch_add(sum, amount, __ATOMIC_RELAXED);
#endif
}

/// Sums for each cell of a grid, those of its channels side by side.
struct SumGrid {
  std::uint32_t* sums;
  std::int32_t width;
  std::int32_t height;
  std::int32_t channels;

  /// Distributes amounts among the four cells around (x, y), in cells, with the weights of linear filtering; parts
  /// outside the grid are lost. `amounts` has one value per channel.
  TEXELSCOPE_KERNEL_FUNCTION void splat(float x, float y, const float* amounts) const {
    // False for NaN, too.
    if (!(x > -1.0F && y > -1.0F && x < static_cast<float>(width) + 1.0F && y < static_cast<float>(height) + 1.0F)) {
      return;
    }
    const float column = kernels::floor(x - 0.5F);
    const float row = kernels::floor(y - 0.5F);
    const float right = (x - 0.5F) - column;
    const float lower = (y - 0.5F) - row;
    const auto left_cell = static_cast<std::int32_t>(column);
    const auto upper_cell = static_cast<std::int32_t>(row);
    add(left_cell, upper_cell, (1.0F - right) * (1.0F - lower), amounts);
    add(left_cell + 1, upper_cell, right * (1.0F - lower), amounts);
    add(left_cell, upper_cell + 1, (1.0F - right) * lower, amounts);
    add(left_cell + 1, upper_cell + 1, right * lower, amounts);
  }

  [[nodiscard]] TEXELSCOPE_KERNEL_FUNCTION float at(std::int32_t x, std::int32_t y, std::int32_t channel) const {
    return static_cast<float>(sums[(y * width + x) * channels + channel]);
  }

 private:
  TEXELSCOPE_KERNEL_FUNCTION void add(std::int32_t x, std::int32_t y, float weight, const float* amounts) const {
    if (x < 0 || y < 0 || x >= width || y >= height) {
      return;
    }
    std::uint32_t* const cell = sums + (y * width + x) * channels;
    for (std::int32_t channel = 0; channel < channels; ++channel) {
      const auto amount = static_cast<std::uint32_t>(kernels::float_to_int(weight * amounts[channel] + 0.5F));
      if (amount != 0) {
        add_to_sum(cell + channel, amount);
      }
    }
  }
};

}  // namespace texelscope::app
