#include "app/compare/measures.h"

#include <cmath>
#include <cstddef>
#include <cstring>
#include <limits>
#include <type_traits>

namespace texelscope::app {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// How two values differ.
struct Step {
  bool is_different = false;
  double error = 0;
};

template <class Sample>
Step step_between(Sample expected, Sample actual) {
  if constexpr (std::is_floating_point_v<Sample>) {
    if (std::isnan(expected) || std::isnan(actual)) {
      const bool are_both = std::isnan(expected) && std::isnan(actual);
      return {!are_both, are_both ? 0 : infinity};
    }
    // Infinite minus infinite is NaN. Zeros of two signs differ in a bit, by nothing.
    return {std::memcmp(&expected, &actual, sizeof(Sample)) != 0,
            expected == actual ? 0 : std::fabs(static_cast<double>(expected) - static_cast<double>(actual))};
  } else {
    return {expected != actual, std::fabs(static_cast<double>(expected) - static_cast<double>(actual))};
  }
}

/// `value` gives the sample of a channel of a pixel of an image.
template <class Sample, class Value>
void measure(const Image& expected, const Image& actual, std::size_t channels, Value value, Comparison& result) {
  const auto width = static_cast<std::size_t>(expected.width);
  const std::size_t pixels = width * static_cast<std::size_t>(expected.height);
  double sum = 0;
  double sum_of_squares = 0;
  for (std::size_t pixel = 0; pixel < pixels; ++pixel) {
    bool is_different = false;
    for (std::size_t channel = 0; channel < channels; ++channel) {
      const Step step = step_between<Sample>(value(expected, pixel, channel), value(actual, pixel, channel));
      is_different |= step.is_different;
      sum += step.error;
      sum_of_squares += step.error * step.error;
      if (step.error > result.max_error) {
        result.max_error = step.error;
        result.max_error_x = static_cast<int>(pixel % width);
        result.max_error_y = static_cast<int>(pixel / width);
      }
    }
    result.differing_pixels += is_different ? 1 : 0;
  }
  const auto count = static_cast<double>(pixels * channels);
  result.mean_error = sum / count;
  const auto peak = static_cast<double>(full_value<Sample>);
  result.psnr = sum_of_squares > 0 ? 10 * std::log10(peak * peak * count / sum_of_squares) : infinity;
}

}  // namespace

void measure_pixel_errors(const Image& expected, const Image& actual, Comparison& comparison) {
  with_sample_type(expected.type, [&](auto sample) {
    using Sample = decltype(sample);
    const auto channels = static_cast<std::size_t>(expected.channels);
    if (expected.channels == actual.channels) {
      measure<Sample>(
          expected, actual, channels,
          [channels](const Image& image, std::size_t pixel, std::size_t channel) {
            return sample_of<Sample>(image, pixel * channels + channel);
          },
          comparison);
    } else {
      const bool has_alpha = expected.channels % 2 == 0 || actual.channels % 2 == 0;
      measure<Sample>(
          expected, actual, has_alpha ? 4 : 3,
          [](const Image& image, std::size_t pixel, std::size_t channel) {
            return color_of<Sample>(image, pixel)[channel];
          },
          comparison);
    }
  });
}

}  // namespace texelscope::app
