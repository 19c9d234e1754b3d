#include "app/compare/measures/antialiasing.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include "app/compare/measures/colors.h"

namespace texelscope::app {
namespace {

// Rasterizers differ in sample positions and in rounding of coverage; these factors were measured with the tests' image
// pairs.
constexpr float moved_part = 0.5F;
constexpr float stray_part = 1.5F;
/// A rounding step of 8 bits, which is not an edge, and the rounding of floats.
constexpr float rounding_step = 1.0001F / 255;

/// Premultiplied red, green and blue, and alpha.
template <class Sample>
std::array<float, 4> channels_of(const Image& image, int x, int y) {
  const std::array<Sample, 4> stored = color_of<Sample>(image, pixel_index(image, x, y));
  const auto value = [](Sample sample) {
    if constexpr (std::is_floating_point_v<Sample>) {
      return sample;
    } else {
      return unit_value(sample);
    }
  };
  const float alpha = unit_value(stored[3]);
  const float weight = image.is_premultiplied ? 1 : alpha;
  return {value(stored[0]) * weight, value(stored[1]) * weight, value(stored[2]) * weight, alpha};
}

struct Range {
  std::array<float, 4> least;
  std::array<float, 4> most;
};

template <class Sample>
Range range_around(const Image& image, int x, int y, int reach) {
  Range range{channels_of<Sample>(image, x, y), channels_of<Sample>(image, x, y)};
  for (int row = std::max(y - reach, 0); row <= std::min(y + reach, image.height - 1); ++row) {
    for (int column = std::max(x - reach, 0); column <= std::min(x + reach, image.width - 1); ++column) {
      const std::array<float, 4> values = channels_of<Sample>(image, column, row);
      for (std::size_t channel = 0; channel < values.size(); ++channel) {
        range.least[channel] = std::min(range.least[channel], values[channel]);
        range.most[channel] = std::max(range.most[channel], values[channel]);
      }
    }
  }
  return range;
}

/// Whether each channel differs by at most `part` of the value range found within `reach` pixels.
template <class Sample>
bool is_within(const Image& expected, const Image& actual, int x, int y, int reach, float part) {
  const Range first = range_around<Sample>(expected, x, y, reach);
  const Range second = range_around<Sample>(actual, x, y, reach);
  const std::array<float, 4> one = channels_of<Sample>(expected, x, y);
  const std::array<float, 4> other = channels_of<Sample>(actual, x, y);
  for (std::size_t channel = 0; channel < one.size(); ++channel) {
    const float range =
        std::min(first.most[channel] - first.least[channel], second.most[channel] - second.least[channel]);
    // Written so that NaN is not an edge.
    if (!(std::fabs(one[channel] - other[channel]) <= std::max(part * range, rounding_step))) {
      return false;
    }
  }
  return true;
}

/// The values of 3 × 3 pixels, row by row; those outside the image repeat its border.
template <class Sample>
std::array<std::array<float, 4>, 9> values_around(const Image& image, int x, int y) {
  std::array<std::array<float, 4>, 9> values;
  for (int index = 0; index < 9; ++index) {
    values[static_cast<std::size_t>(index)] = channels_of<Sample>(
        image, std::clamp(x + index % 3 - 1, 0, image.width - 1), std::clamp(y + index / 3 - 1, 0, image.height - 1));
  }
  return values;
}

/// By how much a value is beyond those interpolated within half a pixel of the middle; 0 or less if it is among them.
float beyond(const std::array<std::array<float, 4>, 9>& values, std::size_t channel, float value) {
  const auto at = [&](std::size_t index) { return values[index][channel]; };
  const float middle = at(4);
  float least = middle;
  float most = middle;
  for (const auto& [corner, first, second] : {std::array<std::size_t, 3>{0, 1, 3}, {2, 1, 5}, {6, 3, 7}, {8, 5, 7}}) {
    const float beside = (middle + at(first)) / 2;
    const float diagonal = (middle + at(first) + at(second) + at(corner)) / 4;
    const float other = (middle + at(second)) / 2;
    least = std::min({least, beside, other, diagonal});
    most = std::max({most, beside, other, diagonal});
  }
  return std::max(least - value, value - most);
}

}  // namespace

bool differs_by(const Image& expected, const Image& actual, int x, int y, float error) {
  return with_sample_type(expected.type, [&](auto sample) {
    const auto one = channels_of<decltype(sample)>(expected, x, y);
    const auto other = channels_of<decltype(sample)>(actual, x, y);
    return std::ranges::any_of(std::array{0, 1, 2, 3}, [&](int channel) {
      const auto index = static_cast<std::size_t>(channel);
      return !(std::fabs(one[index] - other[index]) <= error);
    });
  });
}

float unexplained_part(const Image& expected, const Image& actual, int x, int y) {
  return with_sample_type(expected.type, [&](auto sample) {
    using Sample = decltype(sample);
    const auto first = values_around<Sample>(expected, x, y);
    const auto second = values_around<Sample>(actual, x, y);
    float most_beyond = 0;
    float difference = 0;
    for (std::size_t channel = 0; channel < 4; ++channel) {
      const float one = first[4][channel];
      const float other = second[4][channel];
      const float both = std::min(beyond(first, channel, other), beyond(second, channel, one));
      // Written so that NaN is not explained.
      if (!(both <= rounding_step)) {
        most_beyond = both <= most_beyond ? most_beyond : both;
        difference = std::fabs(one - other) <= difference ? difference : std::fabs(one - other);
      }
    }
    return most_beyond == 0 ? 0 : most_beyond < difference ? most_beyond / difference : 1;
  });
}

EdgeDifference edge_difference(const Image& expected, const Image& actual, int x, int y) {
  return with_sample_type(expected.type, [&](auto sample) {
    using Sample = decltype(sample);
    return is_within<Sample>(expected, actual, x, y, 1, moved_part)   ? EdgeDifference::antialiasing
           : is_within<Sample>(expected, actual, x, y, 2, stray_part) ? EdgeDifference::stray
                                                                      : EdgeDifference::none;
  });
}

bool is_antialiasing(const Image& expected, const Image& actual, int x, int y) {
  return with_sample_type(expected.type, [&](auto sample) {
    using Sample = decltype(sample);
    const std::size_t pixel = pixel_index(expected, x, y);
    return color_of<Sample>(expected, pixel) == color_of<Sample>(actual, pixel) ||
           is_within<Sample>(expected, actual, x, y, 1, moved_part);
  });
}

}  // namespace texelscope::app
