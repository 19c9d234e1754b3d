#pragma once

#include <algorithm>
#include <cstdint>

#include "texelscope/kernels/index.h"
#include "texelscope/kernels/kernel_function.h"

namespace texelscope::app {

/// A launch counts along three 32-bit axes, so long ranges are split into rows of this length.
inline constexpr std::int64_t launch_row_length = std::int64_t{1} << 20;

/// The extent of a launch over the numbers from 0 to `count` − 1, possibly with some beyond; `count` ≥ 1.
[[nodiscard]] inline kernels::LaunchExtent launch_range(std::int64_t count) {
  const std::int64_t rows = (count + launch_row_length - 1) / launch_row_length;
  return {static_cast<std::int32_t>(std::min(count, launch_row_length)), static_cast<std::int32_t>(rows), 1};
}

/// The number that corresponds to a kernel's index.
TEXELSCOPE_KERNEL_FUNCTION std::int64_t number_in_range(kernels::Index index) {
  return index.y * launch_row_length + index.x;
}

}  // namespace texelscope::app
