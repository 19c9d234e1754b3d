#pragma once

#include <string>
#include <vector>

#include "app/images/image.h"

namespace texelscope::app {

/// Differences of two images of one size in what their pixels do not hold: Image::exact, and the texels of
/// Image::stored in one encoding. 32-bit integers are included, for their text.
struct ExactErrors {
  /// One error per pixel in units of the channel type, 0 for texels without numbers; negative for equal pixels. Empty
  /// if no pixel differs.
  std::vector<double> errors;
  /// The number of pixels, the first one and its values, in one line.
  std::string text;
};
[[nodiscard]] ExactErrors exact_errors(const Image& expected, const Image& actual);

}  // namespace texelscope::app
