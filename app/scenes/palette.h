#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "texelscope/kernels/kernel_function.h"
#include "texelscope/kernels/vector.h"

namespace texelscope::app {

/// Colors for values of 0 … 1, for kernels: equidistant stops, interpolated linearly.
struct Palette {
  static constexpr int stop_count = 7;
  kernels::Float3 stops[stop_count];

  /// The color of `value`, which is clamped to 0 … 1; NaN is 0.
  TEXELSCOPE_KERNEL_FUNCTION kernels::Float3 color(float value) const {
    const float position = (value > 0.0F ? (value < 1.0F ? value : 1.0F) : 0.0F) * static_cast<float>(stop_count - 1);
    const auto floor = static_cast<std::int32_t>(position);
    const std::int32_t index = floor < stop_count - 2 ? floor : stop_count - 2;
    const kernels::Float3 low = stops[index];
    const kernels::Float3 high = stops[index + 1];
    return low + (high - low) * (position - static_cast<float>(index));
  }
};

/// Names of the palettes, for a choice parameter.
[[nodiscard]] std::vector<std::string> palette_names();

/// The palette at a position of palette_names().
[[nodiscard]] const Palette& palette(std::size_t index);

}  // namespace texelscope::app
