#pragma once

#include <cstdint>

#include "app/images/image.h"

namespace texelscope::app {

/// Differences of the stored values, as Comparison has them.
struct PixelError {
  std::uint64_t differing_pixels = 0;
  double max_error = 0;
  double mean_error = 0;
  int max_error_x = 0;
  int max_error_y = 0;
  double psnr = 0;
};

/// Of two images of one size, type and count of channels.
[[nodiscard]] PixelError pixel_error(const Image& expected, const Image& actual);

}  // namespace texelscope::app
