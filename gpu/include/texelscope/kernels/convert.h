#pragma once

#include <cstdint>

#include "texelscope/kernels/kernel_function.h"
#include "texelscope/kernels/rounding.h"
#include "texelscope/kernels/vector.h"

/// Between floats and integers, by one rule everywhere: overflow of the hardware's own conversions differs.
namespace texelscope::kernels {

/// 0 … 1 to 0 … 255: held to 0 … 1 (NaN is 0), then floor(v · 255 + 0.5) with both steps rounded to float.
TEXELSCOPE_KERNEL_FUNCTION std::uint8_t to_unorm8(float v) {
  return static_cast<std::uint8_t>(static_cast<std::int32_t>(clamp(v, 0, 1) * 255.0F + 0.5F));
}

/// Each channel by to_unorm8.
TEXELSCOPE_KERNEL_FUNCTION Uchar4 to_unorm8(Float4 v) {
  return {to_unorm8(v.x), to_unorm8(v.y), to_unorm8(v.z), to_unorm8(v.w)};
}

/// v / 255, correctly rounded.
TEXELSCOPE_KERNEL_FUNCTION float from_unorm8(std::uint8_t v) { return static_cast<float>(v) / 255.0F; }

/// Each channel by from_unorm8.
TEXELSCOPE_KERNEL_FUNCTION Float4 from_unorm8(Uchar4 v) {
  return {from_unorm8(v.x), from_unorm8(v.y), from_unorm8(v.z), from_unorm8(v.w)};
}

/// Towards zero, held to the range of an int; NaN is 0.
TEXELSCOPE_KERNEL_FUNCTION std::int32_t float_to_int(float v) {
  if (v >= 0x1p31F) {
    return 2147483647;
  }
  // The lowest int is a float; the comparison is false for NaN.
  return static_cast<std::int32_t>(v >= -0x1p31F ? v : (v < 0 ? -0x1p31F : 0.0F));
}

}  // namespace texelscope::kernels
