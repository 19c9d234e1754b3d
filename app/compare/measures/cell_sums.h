#pragma once

#include <algorithm>
#include <array>

#include "app/compare/measures/pixel_color.h"
#include "app/images/pixel_rectangle.h"

namespace texelscope::app {

/// Sums over pixels: linear light over black, and alpha.
struct LightSums {
  std::array<float, 4> sums{};

  void add(const LightSums& other) {
    for (std::size_t channel = 0; channel < sums.size(); ++channel) {
      sums[channel] += other.sums[channel];
    }
  }
  void add(const PixelColor& color) {
    const std::array<double, 3> light = color.over(0);
    add({{static_cast<float>(light[0]), static_cast<float>(light[1]), static_cast<float>(light[2]),
          static_cast<float>(color.alpha)}});
  }
  /// The mean color over this number of pixels.
  [[nodiscard]] PixelColor mean(int pixels) const {
    const auto part = [&](std::size_t channel) { return static_cast<double>(sums[channel]) / pixels; };
    return {{part(0), part(1), part(2)}, std::min(1.0, part(3))};
  }
};

/// Sums over the pixels of a cell of one image.
struct CellSums {
  /// The sums of each row and of each column.
  std::array<LightSums, 8> rows{};
  std::array<LightSums, 8> columns{};
  LightSums all{};
  /// Sums of CIELAB lightness and of its square.
  float lightness = 0;
  float squares = 0;
};

/// The sums of a cell of both images.
struct CellPair {
  CellSums expected;
  CellSums actual;
};

/// The sums over the pixels in `bounds`, at most 8 × 8.
[[nodiscard]] CellSums cell_sums(const Image& image, const PixelRectangle& bounds);

/// The sums of the actual image, with antialiased pixels replaced by the expected ones.
[[nodiscard]] CellSums cell_sums_without_antialiasing(const Image& expected, const Image& actual,
                                                      const PixelRectangle& bounds);

}  // namespace texelscope::app
