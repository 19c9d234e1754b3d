#pragma once

#include <cstdint>

#include "texelscope/gpu/dimensions.h"
#include "texelscope/gpu/strided_layout.h"
#include "texelscope/kernels/kernel_function.h"

namespace texelscope::app {

/// The pairs of corresponding elements of two layouts with the same shape, by index arithmetic alone: for kernels that
/// check, or imitate, the library's work.
struct ElementPairs {
  std::int64_t count = 0;
  std::int32_t axes = 0;
  std::int64_t extents[gpu::max_dimensions] = {};
  /// Strides in bytes; the caller adds the first element's offset.
  std::int64_t first_strides[gpu::max_dimensions] = {};
  std::int64_t second_strides[gpu::max_dimensions] = {};

  ElementPairs(const gpu::StridedLayout& first, const gpu::StridedLayout& second)
      : count{first.volume()}, axes{static_cast<std::int32_t>(first.ndim())} {
    for (std::size_t axis = 0; axis < first.ndim(); ++axis) {
      extents[axis] = first.shape()[axis];
      first_strides[axis] = first.strides()[axis] * first.itemsize();
      second_strides[axis] = second.strides()[axis] * second.itemsize();
    }
  }

  /// Moves both pointers from the first element to the one at position `number` in C order.
  template <class First, class Second>
  TEXELSCOPE_KERNEL_FUNCTION void enter(std::int64_t number, First*& first, Second*& second) const {
    for (std::int32_t axis = axes - 1; axis >= 0; --axis) {
      const std::int64_t position = number % extents[axis];
      number /= extents[axis];
      first += position * first_strides[axis];
      second += position * second_strides[axis];
    }
  }
};

}  // namespace texelscope::app
