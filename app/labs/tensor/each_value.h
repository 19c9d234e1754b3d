#pragma once

#include <algorithm>
#include <cstdint>

#include "app/labs/tensor/tensor_values.h"

namespace texelscope::app {

/// How many values one call of a kernel takes, one after the other.
inline constexpr std::int64_t values_per_call = 512;

/// Calls of a kernel for all values.
[[nodiscard]] inline std::int64_t call_count(const TensorValues& values) {
  return (values.count() + values_per_call - 1) / values_per_call;
}

/// Gives `take` each number of a call, in C order; `call` is below call_count().
template <class Take>
TEXELSCOPE_KERNEL_FUNCTION void for_each_value(const TensorValues& values, std::int64_t total, std::int64_t call,
                                               Take&& take) {
  const std::int32_t inner = values.axes - 1;
  std::int64_t number = call * values_per_call;
  const std::int64_t end = number + values_per_call < total ? number + values_per_call : total;
  while (number < end) {
    std::int64_t bytes = 0;
    std::int64_t bits = 0;
    std::int64_t rest = number;
    std::int64_t left = 0;
    for (std::int32_t axis = inner; axis >= 0; --axis) {
      const std::int64_t position = rest % values.extents[axis];
      rest /= values.extents[axis];
      bytes += position * values.strides[axis];
      bits += position * values.bit_strides[axis];
      left = axis == inner ? values.extents[axis] - position : left;
    }
    // The rest of a row of the innermost axis needs no division.
    for (const std::int64_t row_end = number + left < end ? number + left : end; number < row_end; ++number) {
      take(values.number(bytes, bits));
      bytes += values.strides[inner];
      bits += values.bit_strides[inner];
    }
  }
}

}  // namespace texelscope::app
