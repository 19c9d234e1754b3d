#pragma once

#include <cstdint>

#include "app/images/image.h"

namespace texelscope::app {

/// How two values become one, the first minus the second.
enum class DifferenceKind : unsigned char {
  /// The magnitude.
  absolute,
  /// 0.5 for equal values, 0 and 1 for those that are one apart.
  signed_values,
  /// The magnitude over that of the second, where 0.01 is added to the latter.
  relative,
  squared
};

/// How far apart two pictures are, texel by texel, as float32: red, green and blue, or one channel where both have one.
/// Integers count as 0 … 1, floats as they are; alpha is left out. NaN stays NaN.
/// @throws gpu::InvalidArgument when sizes differ, or one picture alone is of floats.
[[nodiscard]] Image difference_picture(const Image& first, const Image& second, DifferenceKind kind);

/// The columns of `first` before `column`, and those of `second` from it on, as red, green, blue and alpha; of 16 bits
/// where one has 16. @throws gpu::InvalidArgument as difference_picture().
[[nodiscard]] Image split_picture(const Image& first, const Image& second, int column);

}  // namespace texelscope::app
