#include "gpu/cpu/texture_unit/short_number.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <limits>

namespace texelscope::gpu::cpu::texture_unit {
namespace {

/// ±significand · 2^exponent with 512 ≤ significand < 1024, for a number that is not 0.
struct Parts {
  std::int64_t significand;
  int exponent;
};
Parts parts_of(double value) {
  const auto bits = std::bit_cast<std::uint64_t>(value);
  constexpr std::uint64_t leading = 1U << (significant_bits - 1);
  const std::uint64_t fraction = bits >> (53 - significant_bits) & (leading - 1);
  return {static_cast<std::int64_t>(leading | fraction),
          static_cast<int>(bits >> 52U & 2047U) - 1023 - significant_bits + 1};
}

/// The sum of two numbers, both truncated to one bit below the `bits` significant bits of the larger one.
double aligned_sum(double a, double b, int bits) {
  const double larger = std::max(std::fabs(a), std::fabs(b));
  // Infinities and NaN have no last bit.
  if (const double exact = a + b; larger == 0 || !std::isfinite(exact)) {
    return exact;
  }
  const int last_bit = parts_of(larger).exponent + significant_bits - 1 - bits;
  const auto steps = [&](double number) { return static_cast<std::int64_t>(number * power_of_two(-last_bit)); };
  return static_cast<double>(steps(a) + steps(b)) * power_of_two(last_bit);
}

}  // namespace

double scaled(double value, int numerator, int shift, int dropped) {
  if (value == 0) {
    return 0;
  }
  const Parts parts = parts_of(value);
  const std::int64_t rounded = (parts.significand * numerator + (std::int64_t{1} << (dropped - 1))) >> dropped;
  return truncated(static_cast<double>(rounded) * power_of_two(parts.exponent + dropped - shift));
}

double short_sum(double a, double b) { return truncated(aligned_sum(truncated(a), truncated(b), significant_bits)); }

double aligned_difference(float from, float to) {
  return aligned_sum(static_cast<double>(to), -static_cast<double>(from), std::numeric_limits<float>::digits);
}

double short_product(double a, double b) {
  if (a == 0 || b == 0) {
    return 0;
  }
  const Parts first = parts_of(a);
  const Parts second = parts_of(b);
  constexpr int kept = 3;
  std::int64_t product = 0;
  for (auto rest = static_cast<std::uint64_t>(second.significand); rest != 0; rest &= rest - 1) {
    product += (first.significand << std::countr_zero(rest) << kept) >> (significant_bits - 1);
  }
  const auto rounded = static_cast<double>((product + (1 << kept) - 1) >> kept);
  const double magnitude = rounded * power_of_two(first.exponent + second.exponent + significant_bits - 1);
  return std::signbit(a) == std::signbit(b) ? magnitude : -magnitude;
}

std::int32_t short_logarithm(double value) {
  // 256 · log2(1 + bucket/256), evaluated at 0.46 into the bucket, but exact for a power of two.
  static const std::array<std::uint8_t, 256> table = [] {
    std::array<std::uint8_t, 256> values{};
    for (std::size_t k = 1; k < values.size(); ++k) {
      values[k] = static_cast<std::uint8_t>(
          std::min(255.0, std::floor(256 * std::log2(1 + (static_cast<double>(k) + 0.46) / 256) + 0.5075)));
    }
    return values;
  }();
  const auto bits = std::bit_cast<std::uint64_t>(value);
  return (static_cast<int>(bits >> 52U) - 1023) * 256 + table[bits >> 44U & 255U];
}

int short_power(int fraction) {
  static const std::array<std::int16_t, 256> table = [] {
    std::array<std::int16_t, 256> values{};
    for (std::size_t k = 0; k < values.size(); ++k) {
      values[k] = static_cast<std::int16_t>(std::lround(256 * std::exp2(-static_cast<double>(k) / 256)));
    }
    return values;
  }();
  return table[static_cast<std::size_t>(fraction)];
}

}  // namespace texelscope::gpu::cpu::texture_unit
