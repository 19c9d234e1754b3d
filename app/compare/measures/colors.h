#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <vector>

#include "app/images/image.h"

namespace texelscope::app {

/// A value for each pixel, row by row.
struct Plane {
  int width = 0;
  int height = 0;
  std::vector<float> values;

  [[nodiscard]] const float* row(int y) const {
    return values.data() + static_cast<std::size_t>(y) * static_cast<std::size_t>(width);
  }
  [[nodiscard]] float* row(int y) {
    return values.data() + static_cast<std::size_t>(y) * static_cast<std::size_t>(width);
  }
};

/// Whether samples are numbers, such as those of objects, instead of colors.
template <class Sample>
inline constexpr bool are_numbers = std::is_integral_v<Sample> && sizeof(Sample) == 4;

/// Calls `work` with a value of an image's sample type, and returns the result.
template <class Work>
auto with_sample_type(gpu::DataType type, Work&& work) {
  switch (type) {
    case gpu::DataType::float32:
      return work(float{});
    case gpu::DataType::uint16:
      return work(std::uint16_t{});
    case gpu::DataType::uint32:
      return work(std::uint32_t{});
    case gpu::DataType::int32:
      return work(std::int32_t{});
    default:
      return work(std::uint8_t{});
  }
}

[[nodiscard]] inline Plane make_plane(int width, int height) {
  return {width, height, std::vector<float>(static_cast<std::size_t>(width) * static_cast<std::size_t>(height))};
}

/// The maximum value of a channel.
template <class Sample>
inline constexpr Sample full_value = std::is_floating_point_v<Sample> ? Sample{1} : std::numeric_limits<Sample>::max();

/// A stored value as 0…1; values below and above are clamped, and NaN is 0.
template <class Sample>
[[nodiscard]] float unit_value(Sample value) {
  if constexpr (std::is_floating_point_v<Sample>) {
    // Written so that NaN becomes 0.
    return value > 0 ? std::min(value, 1.0F) : 0.0F;
  } else {
    return static_cast<float>(value) / static_cast<float>(full_value<Sample>);
  }
}

/// Whether a pixel is in a lighter square of the checkerboard behind alpha, which has squares of 8 pixels.
[[nodiscard]] constexpr bool is_in_light_square(int x, int y) { return (x / 8 + y / 8) % 2 == 0; }

/// The index of a pixel, counted row by row.
[[nodiscard]] inline std::size_t pixel_index(const Image& image, int x, int y) {
  return static_cast<std::size_t>(y) * static_cast<std::size_t>(image.width) + static_cast<std::size_t>(x);
}

/// Red, green, blue and alpha of a pixel as stored (sRGB): gray is repeated in all three, and a missing alpha is
/// opaque.
template <class Sample>
[[nodiscard]] std::array<Sample, 4> color_of(const Image& image, std::size_t pixel) {
  const auto channels = static_cast<std::size_t>(image.channels);
  const std::size_t first = pixel * channels;
  const std::size_t step = channels >= 3 ? 1 : 0;
  return {sample_of<Sample>(image, first), sample_of<Sample>(image, first + step),
          sample_of<Sample>(image, first + 2 * step),
          channels % 2 == 0 ? sample_of<Sample>(image, first + channels - 1) : full_value<Sample>};
}

}  // namespace texelscope::app
