#pragma once

#include <bit>
#include <cstdint>

/// The arithmetic of derivatives: numbers of 10 significant bits, and logarithms instead of multiplications and
/// divisions. Determined from the levels that gradients selected on an H200.
namespace texelscope::gpu::cpu::texture_unit {

inline constexpr int significant_bits = 10;

/// 2^exponent; −1022 ≤ exponent ≤ 1023.
[[nodiscard]] inline double power_of_two(int exponent) {
  return std::bit_cast<double>(static_cast<std::uint64_t>(exponent + 1023) << 52U);
}

/// Truncated toward zero to 10 significant bits. Not for denormals of double, which no derivative is.
[[nodiscard]] inline double truncated(double value) {
  constexpr int dropped = 53 - significant_bits;
  return std::bit_cast<double>(std::bit_cast<std::uint64_t>(value) >> dropped << dropped);
}

/// |value| · numerator / 2^shift, where value has 10 significant bits: their product with the numerator is rounded half
/// up to its bits from 2^dropped on, then truncated to 10 significant bits.
[[nodiscard]] double scaled(double value, int numerator, int shift, int dropped);

/// The sum of two numbers truncated to 10 significant bits: both are aligned to the larger number with one guard bit.
/// NaN if either number is NaN.
[[nodiscard]] double short_sum(double a, double b);

/// to − from, aligned in the same way to the 24 bits of the larger number, but not rounded. NaN if either number is
/// NaN.
[[nodiscard]] double aligned_difference(float from, float to);

/// The product of two numbers truncated to 10 significant bits. For each bit of b, the partial product keeps three bits
/// below the leading bit of b; the sum of all is rounded up.
[[nodiscard]] double short_product(double a, double b);

/// log2(value) in 1/256, by a table for the 8 bits after the leading one; value > 0.
[[nodiscard]] std::int32_t short_logarithm(double value);

/// r(256 · 2^(−fraction/256)): 128 – 256, for a fraction of 0 – 255.
[[nodiscard]] int short_power(int fraction);

}  // namespace texelscope::gpu::cpu::texture_unit
