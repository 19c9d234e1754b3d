#pragma once

#include "app/compare/measures/comparison.h"
#include "app/compare/measures/limits.h"
#include "app/images/image.h"

namespace texelscope::app {

/// @throws gpu::InvalidArgument if the sizes or places differ, see aligned(), or only one image has floats.
void require_comparable(const Image& expected, const Image& actual);

/// Whether both images have alpha, and only one has colors multiplied by it: the colors of the other are multiplied
/// before the comparison.
[[nodiscard]] bool differ_in_multiplication(const Image& expected, const Image& actual);

/// The limits that apply to a type: integers of 32 bits are not colors, so color differences, antialiasing, SSIM and
/// ꟻLIP do not apply to them.
[[nodiscard]] Limits limits_for(gpu::DataType type, const Limits& limits);
/// Whether any of the other limits is set.
[[nodiscard]] bool has_color_limits(const Limits& limits);

/// The comparison of two bit-identical images of this size and type.
[[nodiscard]] Comparison equal_comparison(int width, int height, gpu::DataType type);

/// Compares pixel by pixel, in bands of rows; a mask requires copies of both images. Gray counts as equal red, green
/// and blue, and a missing alpha counts as opaque. Images of 8 and 16 bits are compared in 16 bits. SSIM, ꟻLIP and
/// color differences use an image with alpha over a checkerboard, and its alpha separately; floats are compared as
/// unbounded linear light. @throws gpu::InvalidArgument if the sizes differ, or only one image has floats.
[[nodiscard]] Comparison compare_images(const Image& expected, const Image& actual,
                                        const ComparisonOptions& options = {});

}  // namespace texelscope::app
