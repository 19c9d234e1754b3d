#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "app/images/image.h"

namespace texelscope::tests {

/// The red, green and blue values, from 0 to 255, of a pixel in a frame with 8 bits per channel.
[[nodiscard]] inline std::array<int, 3> pixel(const app::Image& frame, int x, int y) {
  const auto offset = static_cast<std::size_t>(y * frame.width + x) * 4;
  return {static_cast<int>(frame.pixels[offset]), static_cast<int>(frame.pixels[offset + 1]),
          static_cast<int>(frame.pixels[offset + 2])};
}

/// The largest difference between the channels of two colors.
[[nodiscard]] inline int difference(const std::array<int, 3>& a, const std::array<int, 3>& b) {
  int largest = 0;
  for (std::size_t channel = 0; channel < 3; ++channel) {
    const int apart = a[channel] > b[channel] ? a[channel] - b[channel] : b[channel] - a[channel];
    largest = apart > largest ? apart : largest;
  }
  return largest;
}

}  // namespace texelscope::tests
