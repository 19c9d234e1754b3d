#pragma once

#include <cstdint>

#include "texelscope/kernels/bits.h"
#include "texelscope/kernels/kernel_function.h"

namespace texelscope::kernels {

/// The value of a float16 given by its bits; exact, including denormals. A NaN keeps the upper bits of its payload and
/// becomes quiet.
TEXELSCOPE_KERNEL_FUNCTION float float32_from_float16(std::uint16_t bits) {
  const std::uint32_t sign = (bits & 0x8000U) << 16;
  const std::uint32_t magnitude = bits & 0x7FFFU;
  if (magnitude >= 0x7C00) {
    return float_of(sign | 0x7F800000U | ((magnitude & 0x3FF) << 13) | (magnitude > 0x7C00 ? 0x400000U : 0U));
  }
  // Interpreted as a float32, the magnitude is too small by a factor of 2^112; float16 denormals are float32 denormals
  // here, which the multiplication normalizes.
  return float_of(bits_of(float_of(magnitude << 13) * 0x1p112F) | sign);
}

/// The bits of the nearest float16, ties to even; infinity beyond 65504 + 16. A NaN remains a quiet NaN.
TEXELSCOPE_KERNEL_FUNCTION std::uint16_t float16_from_float32(float value) {
  const std::uint32_t bits = bits_of(value);
  const std::uint32_t sign = (bits >> 16) & 0x8000U;
  const std::uint32_t magnitude = bits & 0x7FFFFFFFU;
  if (magnitude > 0x7F800000U) {
    return static_cast<std::uint16_t>(sign | 0x7E00U | ((magnitude >> 13) & 0x1FFU));
  }
  if (magnitude >= 0x47800000U) {
    return static_cast<std::uint16_t>(sign | 0x7C00U);
  }
  if (magnitude < 0x38800000U) {
    // Below 2^-14: the last bit of 0.5 has weight 2^-24, like the last bit of a denormal, so that the addition rounds
    // there.
    const float rounded = float_of(magnitude) + 0.5F;
    return static_cast<std::uint16_t>(sign | (bits_of(rounded) - 0x3F000000U));
  }
  const std::uint32_t is_odd = (magnitude >> 13) & 1U;
  return static_cast<std::uint16_t>(sign | ((magnitude - 0x38000000U + 0xFFFU + is_odd) >> 13));
}

}  // namespace texelscope::kernels
