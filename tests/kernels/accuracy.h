#pragma once

#include <cmath>
#include <cstdint>
#include <limits>

namespace texelscope::tests {

constexpr float infinity = std::numeric_limits<float>::infinity();
constexpr float not_a_number = std::numeric_limits<float>::quiet_NaN();

/// The distance of `got` from the exact value, in units of the last place of a float of that size (denormals share the
/// smallest normals' unit). 0 where both are the same infinity, NaN, or zero with the same sign; infinite where only
/// one of them is.
[[nodiscard]] inline double error_in_ulp(float got, long double exact) {
  constexpr double wrong = HUGE_VAL;
  if (std::isnan(exact) || std::isnan(got)) {
    return std::isnan(exact) && std::isnan(got) ? 0 : wrong;
  }
  if (std::isinf(got)) {
    // Rounding to infinity is right from half a unit beyond the largest float.
    return std::signbit(got) == std::signbit(exact) && std::fabs(exact) >= 0x1.ffffffp127L ? 0 : wrong;
  }
  if (std::isinf(exact)) {
    return wrong;
  }
  if (exact == 0) {
    return got == 0 && std::signbit(got) == std::signbit(exact) ? 0 : wrong;
  }
  const int exponent = std::ilogb(exact) < -126 ? -126 : std::ilogb(exact);
  return static_cast<double>(std::fabs(static_cast<long double>(got) - exact) / std::ldexp(1.0L, exponent - 23));
}

/// The largest error over every `step`-th of all 2³² floats, including special values and both signs.
template <class Function, class Exact>
[[nodiscard]] double largest_error(Function function, Exact exact, std::uint32_t step, float& at) {
  double largest = 0;
  for (std::uint64_t bits = 0; bits < (std::uint64_t{1} << 32); bits += step) {
    const float x = __builtin_bit_cast(float, static_cast<std::uint32_t>(bits));
    const double error = error_in_ulp(function(x), exact(static_cast<long double>(x)));
    if (error > largest) {
      largest = error;
      at = x;
    }
  }
  return largest;
}

}  // namespace texelscope::tests
