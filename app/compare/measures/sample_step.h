#pragma once

#include <cmath>
#include <cstring>
#include <limits>
#include <type_traits>

namespace texelscope::app {

/// The difference of two values.
struct Step {
  bool is_different = false;
  double error = 0;
};

template <class Sample>
[[nodiscard]] Step step_between(Sample expected, Sample actual) {
  if constexpr (std::is_floating_point_v<Sample>) {
    if (std::isnan(expected) || std::isnan(actual)) {
      const bool are_both = std::isnan(expected) && std::isnan(actual);
      return {!are_both, are_both ? 0 : std::numeric_limits<double>::infinity()};
    }
    // Infinity minus infinity is NaN. Zeros of different sign differ in a bit, but by 0.
    return {std::memcmp(&expected, &actual, sizeof(Sample)) != 0,
            expected == actual ? 0 : std::fabs(static_cast<double>(expected) - static_cast<double>(actual))};
  } else {
    return {expected != actual, std::fabs(static_cast<double>(expected) - static_cast<double>(actual))};
  }
}

}  // namespace texelscope::app
