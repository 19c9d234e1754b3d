#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

/// The arithmetic of derivatives: numbers of 10 significant bits, and logarithms instead of multiplications and
/// divisions. Determined from the levels that gradients selected on an H200.
namespace texelscope::gpu::cpu::texture_unit {

inline constexpr int significant_bits = 10;

/// 2^exponent; −1022 ≤ exponent ≤ 1023.
[[nodiscard]] constexpr double power_of_two(int exponent) {
  return std::bit_cast<double>(static_cast<std::uint64_t>(exponent + 1023) << 52U);
}

/// Truncated toward zero to 10 significant bits. Not for denormals of double, which no derivative is.
[[nodiscard]] inline double truncated(double value) {
  constexpr int dropped = 53 - significant_bits;
  return std::bit_cast<double>(std::bit_cast<std::uint64_t>(value) >> dropped << dropped);
}

/// 2^E ≤ |value| < 2^(E + 1); 0 for 0.
[[nodiscard]] inline double leading_bit(double value) {
  return std::bit_cast<double>(std::bit_cast<std::uint64_t>(value) & std::uint64_t{2047} << 52U);
}

/// A factor of numerator / 2^shift whose products are rounded half up to their bits from 2^dropped on, where the number
/// is an integer of 10 bits. numerator ≥ 2^dropped.
struct Scale {
  double factor = 1;
  double half = 0;

  constexpr Scale() = default;
  constexpr Scale(int numerator, int shift, int dropped)
      : factor(numerator * power_of_two(-shift)), half(power_of_two(dropped - significant_bits - shift)) {}
};

/// |value| · scale, truncated to 10 significant bits, for a value of 10 significant bits. The truncation leaves out all
/// bits that the rounding does.
[[nodiscard]] inline double scaled(double value, const Scale& scale) {
  return truncated(std::fabs(value) * scale.factor + leading_bit(value) * scale.half);
}

/// a + b and a − b.
struct AlignedSums {
  double sum;
  double difference;
};

/// Sums of two finite numbers, both truncated to one bit below the `bits` significant bits of the larger one. Not
/// rounded.
[[nodiscard]] inline AlignedSums aligned_sums(double a, double b, int bits) {
  // Smaller than any other number: 0 has no leading bit.
  constexpr double smallest = 0x1p-900;
  const double leading = leading_bit(std::max(std::max(std::fabs(a), std::fabs(b)), smallest));
  const double step = leading * power_of_two(-bits);
  // 2^bits / leading.
  const auto steps_in_one =
      std::bit_cast<double>((static_cast<std::uint64_t>(2046 + bits) << 52U) - std::bit_cast<std::uint64_t>(leading));
  const auto steps = [&](double number) { return static_cast<std::int32_t>(number * steps_in_one); };
  return {static_cast<double>(steps(a) + steps(b)) * step, static_cast<double>(steps(a) - steps(b)) * step};
}

/// a + b and a − b for two numbers of 10 significant bits, which are aligned to the larger number with one guard bit,
/// truncated to 10 significant bits.
[[nodiscard]] inline AlignedSums short_sums(double a, double b) {
  const auto [sum, difference] = aligned_sums(a, b, significant_bits);
  return {truncated(sum), truncated(difference)};
}

/// to − from, aligned in the same way to the 24 bits of the larger number, but not rounded. The difference of numbers
/// that are not finite is that of IEEE 754.
[[nodiscard]] inline double aligned_difference(float from, float to) {
  const double exact = static_cast<double>(to) - static_cast<double>(from);
  return std::isfinite(exact) ? aligned_sums(to, from, std::numeric_limits<float>::digits).difference : exact;
}

/// The sum of the bits that the partial products of two significands leave out, by the last 6 bits of both.
extern const std::array<std::array<std::int16_t, 64>, 64> left_out_of_products;

/// The product of two numbers truncated to 10 significant bits. For each bit of b, the partial product keeps three bits
/// below the leading bit of b; the sum of all is rounded up.
[[nodiscard]] inline double short_product(double a, double b) {
  const auto last_bits = [](double value) {
    return std::bit_cast<std::uint64_t>(value) >> (53U - significant_bits) & 63U;
  };
  const double leading = leading_bit(a) * leading_bit(b);
  const double sum = std::fabs(truncated(a) * truncated(b)) -
                     static_cast<double>(left_out_of_products[last_bits(a)][last_bits(b)]) * (leading * 0x1p-18);
  // The sum has 3 bits after those of a result, which are rounded up; the constant leaves no other bits.
  const double step = leading * 0x1p-9;
  const double constant = step * 0x1.8p52;
  return std::copysign(sum + step * 0.4375 + constant - constant, a) * std::copysign(1.0, b);
}

/// log2(value) in 1/256, by a table for the 8 bits after the leading one; value > 0.
[[nodiscard]] std::int32_t short_logarithm(double value);

/// r(256 · 2^(−fraction/256)): 128 – 256, for a fraction of 0 – 255.
[[nodiscard]] int short_power(int fraction);

}  // namespace texelscope::gpu::cpu::texture_unit
