#pragma once

#include <cstdint>

#include "texelscope/kernels/bits.h"
#include "texelscope/kernels/kernel_function.h"
#include "texelscope/kernels/rounding.h"

/// Exponentials, logarithms and powers: double arithmetic in a fixed order, rounded to float once. Same bits on host
/// and device; within 0.5001 ulp for every float, including denormal results.
namespace texelscope::kernels {

namespace detail {

/// 2^t with a relative error of at most 2^-49, for |t| ≤ 1000.
TEXELSCOPE_KERNEL_FUNCTION double exponential2_of_double(double t) {
  // Adding 1.5 · 2^52 leaves the nearest integer in the low bits of the sum.
  const double shifted = t + 0x1.8p52;
  const double x = t - (shifted - 0x1.8p52);
  const double tail = 0x1.c6b08d704a0cbp-5 +
                      x * (0x1.3b2ab6fba1dc5p-7 +
                           x * (0x1.5d87fe78a2ca6p-10 +
                                x * (0x1.43091309754a6p-13 +
                                     x * (0x1.ffcbfc74492afp-17 +
                                          x * (0x1.62bfd466f99f2p-20 +
                                               x * (0x1.b524dca85a644p-24 +
                                                    x * (0x1.e6066045b634fp-28 + x * 0x1.ea045fcec3d2ep-32)))))));
  const double power = 1 + x * (0x1.62e42fefa39efp-1 + x * (0x1.ebfbdff82c598p-3 + x * tail));
  return double_of(bits_of(power) + (bits_of(shifted) << 52));
}

/// As a float: infinity from 2^128 on, 0 below 2^-150; NaN is unchanged.
TEXELSCOPE_KERNEL_FUNCTION float exponential2_to_float(double t) {
  const double held = t < 130 ? (t > -160 ? t : -160) : 130;
  return t == t ? static_cast<float>(exponential2_of_double(held)) : static_cast<float>(t);
}

/// A positive finite number as 2^exponent · mantissa, mantissa within √½ … √2.
struct SplitNumber {
  double exponent;
  double mantissa;
};

TEXELSCOPE_KERNEL_FUNCTION SplitNumber split_number(float x) {
  // As doubles, all floats are normal. After subtracting the bits of √½, the exponent field counts from there.
  const std::uint64_t bits = bits_of(static_cast<double>(x)) - 0x3FE6A09E667F3BCDU;
  const std::int32_t exponent = static_cast<std::int32_t>(static_cast<std::int64_t>(bits) >> 52);
  const std::uint64_t mantissa = (bits & 0xFFFFFFFFFFFFFU) + 0x3FE6A09E667F3BCDU;
  return {static_cast<double>(exponent), double_of(mantissa)};
}

/// log of √½ … √2 with a relative error of at most 2^-50.
TEXELSCOPE_KERNEL_FUNCTION double logarithm_of_mantissa(double m) {
  const double z = (m - 1) / (m + 1);
  const double t = z * z;
  const double tail =
      0x1.9999999999e06p-2 +
      t * (0x1.249249242aaf5p-2 +
           t * (0x1.c71c7259aa944p-3 +
                t * (0x1.745cddff3ce7dp-3 +
                     t * (0x1.3b20b4e767becp-3 + t * (0x1.0f5bf52a257d6p-3 + t * 0x1.0f6aa2badc996p-3)))));
  return 2 * z + z * t * (0x1.5555555555555p-1 + t * tail);
}

/// log2 of a positive finite float, with a relative error of at most 2^-49.
TEXELSCOPE_KERNEL_FUNCTION double logarithm2_to_double(float x) {
  const SplitNumber number = split_number(x);
  return number.exponent + logarithm_of_mantissa(number.mantissa) * 0x1.71547652b82fep+0;
}

/// The logarithm if it is not a finite number: −∞ for ±0, NaN for negative numbers, +∞ for +∞, NaN for NaN.
TEXELSCOPE_KERNEL_FUNCTION float special_logarithm(float x) {
  return x == 0 ? float_of(0xFF800000U) : (x < 0 ? float_of(0x7FC00000U) : x);
}

TEXELSCOPE_KERNEL_FUNCTION bool is_positive_finite(float x) { return x > 0 && x < float_of(0x7F800000U); }

}  // namespace detail

/// 2^x; exact for integers.
TEXELSCOPE_KERNEL_FUNCTION float exponential2(float x) { return detail::exponential2_to_float(static_cast<double>(x)); }

/// e^x.
TEXELSCOPE_KERNEL_FUNCTION float exponential(float x) {
  return detail::exponential2_to_float(static_cast<double>(x) * 0x1.71547652b82fep+0);
}

/// log2(x); exact for powers of two. −∞ for ±0, NaN for negative numbers.
TEXELSCOPE_KERNEL_FUNCTION float logarithm2(float x) {
  return detail::is_positive_finite(x) ? static_cast<float>(detail::logarithm2_to_double(x))
                                       : detail::special_logarithm(x);
}

/// The natural logarithm. −∞ for ±0, NaN for negative numbers.
TEXELSCOPE_KERNEL_FUNCTION float logarithm(float x) {
  if (!detail::is_positive_finite(x)) {
    return detail::special_logarithm(x);
  }
  const detail::SplitNumber number = detail::split_number(x);
  return static_cast<float>(number.exponent * 0x1.62e42fefa39efp-1 + detail::logarithm_of_mantissa(number.mantissa));
}

/// x^y with all special cases of C's pow: 1 for y = 0 and for x = 1 regardless of the other operand, NaN for negative x
/// and non-integer y; odd integers y preserve the sign.
TEXELSCOPE_KERNEL_FUNCTION float power(float x, float y) {
  if (y == 0 || x == 1) {
    return 1;
  }
  if (x != x || y != y) {
    return x + y;
  }
  const float infinity = float_of(0x7F800000U);
  const float magnitude = absolute(x);
  // From 2^24 on, every float is an even integer.
  const bool is_integer = floor(y) == y;
  const bool is_odd = is_integer && absolute(y) < 0x1p24F && floor(y * 0.5F) != y * 0.5F;
  const bool is_negative = (bits_of(x) >> 31) != 0;
  float result = 0;
  if (absolute(y) == infinity) {
    result = magnitude == 1 ? 1 : ((magnitude > 1) == (y > 0) ? infinity : 0.0F);
  } else if (magnitude == 0 || magnitude == infinity) {
    result = (magnitude == 0) == (y > 0) ? 0.0F : infinity;
  } else if (is_negative && !is_integer) {
    return float_of(0x7FC00000U);
  } else {
    result = detail::exponential2_to_float(static_cast<double>(y) * detail::logarithm2_to_double(magnitude));
  }
  return is_negative && is_odd ? -result : result;
}

}  // namespace texelscope::kernels
