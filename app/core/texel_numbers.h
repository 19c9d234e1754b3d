#pragma once

#include <cstddef>
#include <vector>

#include "app/core/image.h"
#include "texelscope/gpu/npy.h"

namespace texelscope::app {

/// The numbers of an .npy file in C order, as `format`. Numbers of another type keep their values: they round to the
/// nearest float, ties to even (beyond the largest to infinity); as integers they must be whole and in range.
/// @throws gpu::InvalidArgument for a number that the format cannot hold, with its index, and for elements that are no
/// real numbers.
[[nodiscard]] std::vector<std::byte> texel_numbers(const gpu::NpyArray& array, gpu::DataType format);

/// The channels of an image as `format`, at the same brightness: 1 is the largest value of an integer format. Integers
/// round half up and clamp; NaN is 0 there.
[[nodiscard]] std::vector<std::byte> texel_numbers(const Image& image, gpu::DataType format);

}  // namespace texelscope::app
