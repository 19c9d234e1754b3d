#include "app/compare/measures.h"

#include <cmath>
#include <cstddef>
#include <cstring>
#include <limits>
#include <type_traits>

namespace texelscope::app {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

template <class Sample>
constexpr double peak() {
  return std::is_floating_point_v<Sample> ? 1.0 : static_cast<double>(std::numeric_limits<Sample>::max());
}

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

template <class Sample>
void measure(const Image& expected, const Image& actual, Comparison& result) {
  const auto width = static_cast<std::size_t>(expected.width);
  const std::size_t pixels = width * static_cast<std::size_t>(expected.height);
  const auto channels = static_cast<std::size_t>(expected.channels);
  double sum = 0;
  double sum_of_squares = 0;
  for (std::size_t pixel = 0; pixel < pixels; ++pixel) {
    bool is_different = false;
    for (std::size_t index = pixel * channels; index < (pixel + 1) * channels; ++index) {
      const Step step = step_between(sample_of<Sample>(expected, index), sample_of<Sample>(actual, index));
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
  result.psnr =
      sum_of_squares > 0 ? 10 * std::log10(peak<Sample>() * peak<Sample>() * count / sum_of_squares) : infinity;
}

}  // namespace

void measure_pixel_errors(const Image& expected, const Image& actual, Comparison& comparison) {
  with_sample_type(expected.type, [&](auto sample) { measure<decltype(sample)>(expected, actual, comparison); });
}

}  // namespace texelscope::app
