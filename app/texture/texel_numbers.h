#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "app/images/image.h"
#include "texelscope/gpu/strided_memory_view.h"

namespace texelscope::app {

/// A float16 in its stored form.
struct Float16 {
  std::uint16_t bits;
};

/// The numbers of a tensor in C order, as `format`. Numbers of a different type keep their values: as floats, they are
/// rounded to nearest, ties to even (to infinity beyond the largest float); as integers, they must be whole and in
/// range. @throws gpu::InvalidArgument for a number that the format cannot represent, with its index, for elements that
/// are not real numbers, and for memory that the host cannot access.
[[nodiscard]] std::vector<std::byte> texel_numbers(const gpu::StridedMemoryView& tensor, gpu::DataType format);

/// The channels of an image as `format`, with the same brightness: 1 is the largest value of an integer format. For
/// integers, values round half up and are clamped; NaN becomes 0.
[[nodiscard]] std::vector<std::byte> texel_numbers(Image image, gpu::DataType format);

}  // namespace texelscope::app
