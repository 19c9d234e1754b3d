#pragma once

#include <cstdint>

#include "texelscope/kernels/bits.h"
#include "texelscope/kernels/kernel_function.h"
#include "texelscope/kernels/rounding.h"

/// Sine, cosine and arctangent: double arithmetic in a fixed order, rounded to float once. Same bits on host and
/// device; within 0.5001 ulp for every float.
namespace texelscope::kernels {

namespace detail {

inline constexpr double half_pi = 0x1.921fb54442d18p+0;

/// An angle as quadrant · π/2 + rest, where |rest| is at most slightly above π/4.
struct ReducedAngle {
  double rest;
  std::uint32_t quadrant;
};

/// For |x| ≤ 2^20. π/2 is split into three parts; the products of the first two with a quadrant of up to 20 bits are
/// exact. The relative error of the rest is below 2^-53, plus 2^-100.
TEXELSCOPE_KERNEL_FUNCTION ReducedAngle reduce_small_angle(float x) {
  const double angle = static_cast<double>(x);
  // Adding 1.5 · 2^52 leaves the nearest integer in the low bits of the sum.
  const double shifted = angle * 0x1.45f306dc9c883p-1 + 0x1.8p52;
  const double quadrant = shifted - 0x1.8p52;
  const double rest =
      ((angle - quadrant * 0x1.921fb54400000p+0) - quadrant * 0x1.0b4611a600000p-34) - quadrant * 0x1.3198a2e037073p-69;
  return {rest, static_cast<std::uint32_t>(bits_of(shifted))};
}

/// Bits of 2/π below the binary point, 32 at a time.
TEXELSCOPE_KERNEL_FUNCTION std::uint32_t two_over_pi(std::uint32_t index) {
  constexpr std::uint32_t words[8] = {0xa2f9836e, 0x4e441529, 0xfc2757d1, 0xf534ddc0,
                                      0xdb629599, 0x3c439041, 0xfe5163ab, 0xdebbc561};
  return words[index & 7U];
}

/// For finite |x| ≥ 1. x is a 24-bit integer m times 2^e; only the 96 bits of 2/π · 2^e from the twos place down
/// matter, since those above count whole turns (Payne and Hanek's method).
TEXELSCOPE_KERNEL_FUNCTION ReducedAngle reduce_large_angle(float x) {
  const std::uint32_t magnitude = bits_of(x) & 0x7FFFFFFFU;
  const std::uint64_t m = (magnitude & 0x7FFFFFU) | 0x800000U;
  const std::int32_t e = static_cast<std::int32_t>(magnitude >> 23) - 150;
  // The window starts at the bit of weight 2^(1 − e): `first` bits below the binary point of 2/π, which has only 0 bits
  // above that point.
  const std::int32_t first = e - 2;
  std::uint32_t window[3];
  for (int k = 0; k < 3; ++k) {
    const std::int32_t bit = first + 32 * k;
    if (bit <= -32) {
      window[k] = 0;
    } else if (bit < 0) {
      window[k] = two_over_pi(0) >> -bit;
    } else {
      const std::uint32_t word = static_cast<std::uint32_t>(bit) >> 5;
      const std::uint64_t pair = (static_cast<std::uint64_t>(two_over_pi(word)) << 32) | two_over_pi(word + 1);
      window[k] = static_cast<std::uint32_t>((pair << (bit & 31)) >> 32);
    }
  }
  const std::uint64_t low = m * window[2];
  const std::uint64_t middle = m * window[1] + (low >> 32);
  const std::uint64_t high = m * window[0] + (middle >> 32);
  const std::uint64_t turns = (high << 32) | (middle & 0xFFFFFFFFU);
  // Two bits of the quadrant, then its fraction, interpreted as −0.5 … 0.5.
  const auto fraction = static_cast<std::int64_t>(turns << 2);
  const std::uint32_t quadrant =
      static_cast<std::uint32_t>(turns >> 62) + static_cast<std::uint32_t>((turns >> 61) & 1U);
  const double tail = static_cast<double>(static_cast<std::uint32_t>(low)) * 0x1p-94;
  const double rest = (static_cast<double>(fraction) * 0x1p-64 + tail) * half_pi;
  const bool is_negative = (bits_of(x) >> 31) != 0;
  return {is_negative ? -rest : rest, is_negative ? 0U - quadrant : quadrant};
}

TEXELSCOPE_KERNEL_FUNCTION ReducedAngle reduce_angle(float x) {
  return absolute(x) <= 0x1p20F ? reduce_small_angle(x) : reduce_large_angle(x);
}

/// sin of |x| ≤ π/4 with a relative error of at most 2^-47.
TEXELSCOPE_KERNEL_FUNCTION double sine_of_rest(double x) {
  const double t = x * x;
  const double tail =
      0x1.1111110c9ec17p-7 + t * (-0x1.a019f9554c405p-13 + t * (0x1.71d77a1b5a9f2p-19 + t * -0x1.a965d21d2822dp-26));
  return x + x * t * (-0x1.55555555523c6p-3 + t * tail);
}

/// cos of |x| ≤ π/4 within 2^-51.
TEXELSCOPE_KERNEL_FUNCTION double cosine_of_rest(double x) {
  const double t = x * x;
  const double tail =
      -0x1.6c16c16767001p-10 + t * (0x1.a019faa5273a7p-16 + t * (-0x1.27e0281ed164fp-22 + t * 0x1.1bc6fa53da032p-29));
  return (1 - 0.5 * t) + t * t * (0x1.55555555530e6p-5 + t * tail);
}

/// sin of quadrant · π/2 + rest.
TEXELSCOPE_KERNEL_FUNCTION float sine_in_quadrant(ReducedAngle angle) {
  const double value = (angle.quadrant & 1U) != 0 ? cosine_of_rest(angle.rest) : sine_of_rest(angle.rest);
  return static_cast<float>((angle.quadrant & 2U) != 0 ? -value : value);
}

}  // namespace detail

/// sin(x), x in radians, any finite float within 0.5001 ulp; −0 for −0, NaN for infinities and NaN.
TEXELSCOPE_KERNEL_FUNCTION float sine(float x) {
  if (!(absolute(x) < float_of(0x7F800000U))) {
    return x - x;
  }
  // The polynomial would lose the sign of −0.
  return x == 0 ? x : detail::sine_in_quadrant(detail::reduce_angle(x));
}

/// cos(x), by the same rules.
TEXELSCOPE_KERNEL_FUNCTION float cosine(float x) {
  if (!(absolute(x) < float_of(0x7F800000U))) {
    return x - x;
  }
  detail::ReducedAngle angle = detail::reduce_angle(x);
  angle.quadrant += 1;
  return detail::sine_in_quadrant(angle);
}

/// The angle of the point (x, y) from the x axis, −π … π; zeros and infinities as in C's atan2, NaN if either is NaN.
TEXELSCOPE_KERNEL_FUNCTION float arctangent2(float y, float x) {
  if (x != x || y != y) {
    return x + y;
  }
  double across = static_cast<double>(absolute(x));
  double up = static_cast<double>(absolute(y));
  const double infinity = double_of(0x7FF0000000000000U);
  if (across == infinity || up == infinity) {
    // Two infinities meet at 45°, and any infinity dominates a finite number.
    across = across == infinity ? 1 : 0;
    up = up == infinity ? 1 : 0;
  }
  const bool is_steep = up > across;
  const double larger = is_steep ? up : across;
  const double smaller = is_steep ? across : up;
  // Beyond tan(π/8), the angle is measured from 45°.
  const bool is_far = smaller > larger * 0x1.a827999fcef32p-2;
  const double numerator = is_far ? smaller - larger : smaller;
  const double denominator = is_far ? smaller + larger : (larger > 0 ? larger : 1);
  const double z = numerator / denominator;
  const double t = z * z;
  const double tail =
      0x1.999999994a31dp-3 +
      t * (-0x1.24924905b4699p-3 +
           t * (0x1.c71c65df571a3p-4 +
                t * (-0x1.745bc47250814p-4 +
                     t * (0x1.3afc44c598c7dp-4 +
                          t * (-0x1.1005a1c3b77e6p-4 +
                               t * (0x1.d258f453eae9ap-5 + t * (-0x1.6521c50546a38p-5 + t * 0x1.5c63b59b75903p-6)))))));
  double angle = z + z * t * (-0x1.555555555531fp-2 + t * tail);
  angle = is_far ? angle + detail::half_pi / 2 : angle;
  angle = is_steep ? detail::half_pi - angle : angle;
  angle = (bits_of(x) >> 31) != 0 ? 2 * detail::half_pi - angle : angle;
  return copy_sign(static_cast<float>(angle), y);
}

}  // namespace texelscope::kernels
