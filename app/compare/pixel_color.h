#pragma once

#include <array>
#include <cstddef>
#include <type_traits>
#include <vector>

#include "app/compare/colors.h"
#include "app/images/image.h"
#include "app/images/srgb.h"

namespace texelscope::app {

/// The linear light of a stored sample: whole numbers are sRGB's, from a table, which takes no powers; floats are linear.
template <class Sample>
[[nodiscard]] double linear_light(Sample value) {
  if constexpr (std::is_floating_point_v<Sample>) {
    return static_cast<double>(value);
  } else {
    static const std::vector<float> values = [] {
      std::vector<float> table;
      for (unsigned each = 0; each <= static_cast<unsigned>(full_value<Sample>); ++each) {
        table.push_back(linear_from_srgb(unit_value(static_cast<Sample>(each))));
      }
      return table;
    }();
    return static_cast<double>(values[value]);
  }
}

/// A pixel's linear light, and its alpha of 0…1.
struct PixelColor {
  std::array<double, 3> light{};
  double alpha = 1;

  /// Before a background of one gray.
  [[nodiscard]] std::array<double, 3> over(double gray) const {
    return {light[0] * alpha + gray * (1 - alpha), light[1] * alpha + gray * (1 - alpha),
            light[2] * alpha + gray * (1 - alpha)};
  }
};

template <class Sample>
[[nodiscard]] PixelColor pixel_color(const Image& image, std::size_t pixel) {
  const std::array<Sample, 4> stored = color_of<Sample>(image, pixel);
  return {{linear_light(stored[0]), linear_light(stored[1]), linear_light(stored[2])},
          static_cast<double>(unit_value(stored[3]))};
}

/// How far two pixels are apart as CIEDE2000 has it: before black or before white, where they are farther apart.
[[nodiscard]] double color_difference(const PixelColor& first, const PixelColor& second);

}  // namespace texelscope::app
