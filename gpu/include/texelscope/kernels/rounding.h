#pragma once

#include <cstdint>

#include "texelscope/kernels/bits.h"
#include "texelscope/kernels/kernel_function.h"

/// Exact functions of one or two floats. Same bits on host and device.
namespace texelscope::kernels {

/// The absolute value; for NaN, a NaN.
TEXELSCOPE_KERNEL_FUNCTION float absolute(float x) { return float_of(bits_of(x) & 0x7FFFFFFFU); }

/// The magnitude of `magnitude` with the sign of `sign`, including zeros and NaN.
TEXELSCOPE_KERNEL_FUNCTION float copy_sign(float magnitude, float sign) {
  return float_of((bits_of(magnitude) & 0x7FFFFFFFU) | (bits_of(sign) & 0x80000000U));
}

/// The smaller operand. If one operand is NaN, the result is the other operand; it is NaN only if both are. For equal
/// operands (−0 and +0), the result is the first.
TEXELSCOPE_KERNEL_FUNCTION float minimum(float a, float b) { return b < a || a != a ? b : a; }
/// The larger operand, by the same rules.
TEXELSCOPE_KERNEL_FUNCTION float maximum(float a, float b) { return b > a || a != a ? b : a; }

/// `x` clamped to low … high (low ≤ high); low for NaN.
TEXELSCOPE_KERNEL_FUNCTION float clamp(float x, float low, float high) {
  return x >= low ? (x <= high ? x : high) : low;
}

/// The largest integer ≤ x. Zeros keep their sign; infinities and NaN are unchanged.
TEXELSCOPE_KERNEL_FUNCTION float floor(float x) {
  // From 2^23 on, every float is an integer; NaN also fails the comparison.
  const bool has_fraction = absolute(x) < 0x1p23F;
  const auto truncated = static_cast<float>(static_cast<std::int32_t>(has_fraction ? x : 0.0F));
  const float down = truncated - (truncated > x ? 1.0F : 0.0F);
  return has_fraction ? copy_sign(down, x) : x;
}

/// The smallest integer ≥ x, −0 for (−1, −0]; infinities and NaN are unchanged.
TEXELSCOPE_KERNEL_FUNCTION float ceil(float x) {
  const bool has_fraction = absolute(x) < 0x1p23F;
  const auto truncated = static_cast<float>(static_cast<std::int32_t>(has_fraction ? x : 0.0F));
  const float up = truncated + (truncated < x ? 1.0F : 0.0F);
  return has_fraction ? copy_sign(up, x) : x;
}

/// The nearest integer, ties to even; zeros keep their sign, infinities and NaN are unchanged.
TEXELSCOPE_KERNEL_FUNCTION float round_to_nearest(float x) {
  const float magnitude = absolute(x);
  // The float 2^23 has no fraction bits: adding it rounds.
  return magnitude < 0x1p23F ? copy_sign((magnitude + 0x1p23F) - 0x1p23F, x) : x;
}

/// x − floor(x): 0 … 1, and exactly 1 for negative x that are closer to 0 than the resolution of a float at 1. NaN for
/// infinities and NaN.
TEXELSCOPE_KERNEL_FUNCTION float fraction(float x) { return x - floor(x); }

}  // namespace texelscope::kernels
