#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "app/labs/tensor/tensor_view.h"
#include "app/text/number_format.h"
#include "texelscope/gpu/dimensions.h"
#include "texelscope/kernels/kernel_function.h"

namespace texelscope::app {

/// The values of a tensor in memory as kernels read them: plain data. Axes are those of values_shape().
struct TensorValues {
  const std::uint8_t* first = nullptr;
  /// The bit offset of the first value, in its first byte.
  std::int64_t first_bit = 0;
  NumberFormat format{};
  ComplexPart part = ComplexPart::magnitude;
  std::int32_t axes = 0;
  std::int64_t extents[gpu::max_dimensions + 1] = {};
  /// In bytes.
  std::int64_t strides[gpu::max_dimensions + 1] = {};
  /// 0 except along the values of an element that byte strides cannot address.
  std::int64_t bit_strides[gpu::max_dimensions + 1] = {};

  /// The number at this distance from the first number.
  [[nodiscard]] TEXELSCOPE_KERNEL_FUNCTION double number(std::int64_t bytes, std::int64_t bits) const {
    const std::int64_t bit = first_bit + bits;
    return number_at(first + bytes + bit / 8, static_cast<std::int32_t>(bit % 8), format, part);
  }
  /// The number at an index along the first three axes; there must be no other axes.
  [[nodiscard]] TEXELSCOPE_KERNEL_FUNCTION double at(std::int64_t row, std::int64_t column,
                                                     std::int64_t channel) const {
    return number(row * strides[0] + column * strides[1] + channel * strides[2],
                  row * bit_strides[0] + column * bit_strides[1] + channel * bit_strides[2]);
  }
  [[nodiscard]] std::int64_t count() const {
    std::int64_t product = 1;
    for (std::int32_t axis = 0; axis < axes; ++axis) {
      product *= extents[axis];
    }
    return product;
  }
};

/// A set of values that are examined together.
struct ValueSet {
  gpu::StridedMemoryView elements;
  ComplexPart part = ComplexPart::magnitude;
  /// The position of the value that counts in each element; nothing if all values count.
  std::optional<std::int64_t> lane{};
};
/// The values of a settled view's slice, or of the whole tensor.
[[nodiscard]] ValueSet slice_set(const gpu::StridedMemoryView& tensor, const TensorView& view);
[[nodiscard]] ValueSet whole_set(const gpu::StridedMemoryView& tensor, const TensorView& view);

/// The values of a set that kernels can access, in the order of its axes. Neighboring axes that one stride can describe
/// are merged.
[[nodiscard]] TensorValues all_values(const ValueSet& set);
/// The values in the result of elements_of() for a part of `view`, as (rows, columns, channels), with extent 1 for a
/// missing axis.
[[nodiscard]] TensorValues slice_values(const gpu::StridedMemoryView& elements, const TensorView& view);

}  // namespace texelscope::app
