#pragma once

#include <cstdint>

#include "app/images/image.h"

namespace texelscope::app {

/// The combination of two values, based on the first minus the second.
enum class DifferenceKind : unsigned char {
  /// The magnitude.
  absolute,
  /// That of the channel with the largest magnitude, with its sign, as one channel.
  signed_values,
  /// The magnitude divided by that of the second plus 0.01.
  relative,
  squared
};

/// The differences of two images, texel by texel, as float32: red, green and blue, or one channel if both have one.
/// Integers of 8 and 16 bits count as 0 … 1, and other values count as stored. NaN stays NaN. Where only alpha differs,
/// its difference is in all channels. @throws gpu::InvalidArgument if the sizes differ, or only one image has floats.
[[nodiscard]] Image difference_picture(const Image& first, const Image& second, DifferenceKind kind);

/// The columns of `first` before `column`, and those of `second` from that column on, as red, green, blue and alpha,
/// with 16 bits if one has 16. @throws gpu::InvalidArgument like difference_picture().
[[nodiscard]] Image split_picture(const Image& first, const Image& second, int column);

/// The mean of both images, in the format of split_picture(). @throws gpu::InvalidArgument like difference_picture().
[[nodiscard]] Image overlay_picture(const Image& first, const Image& second);

}  // namespace texelscope::app
