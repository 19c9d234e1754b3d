#pragma once

#include <cstdint>
#include <cstring>

#include "texelscope/kernels/kernel_function.h"
#include "texelscope/kernels/rounding.h"
#include "texelscope/kernels/vector.h"

#if defined(__x86_64__) && !defined(__CUDA_ARCH__)
#include <emmintrin.h>
#endif

/// Conversions between floats and integers that follow a single rule everywhere: the hardware's own conversions differ
/// on overflow.
namespace texelscope::kernels {

/// 0 … 1 to 0 … 255: clamped to 0 … 1 (NaN is 0), then floor(v · 255 + 0.5) with both steps rounded to float.
TEXELSCOPE_KERNEL_FUNCTION std::uint8_t to_unorm8(float v) {
  return static_cast<std::uint8_t>(static_cast<std::int32_t>(clamp(v, 0, 1) * 255.0F + 0.5F));
}

/// to_unorm8 of each channel.
TEXELSCOPE_KERNEL_FUNCTION Uchar4 to_unorm8(Float4 v) {
#if defined(__x86_64__) && !defined(__CUDA_ARCH__)
  // The same steps, four at a time. A sampled texel is passed in the halves of two registers. Loading all four values
  // at once would have to wait until both registers are in memory; two integers can be joined in registers instead.
  long long xy = 0;
  long long zw = 0;
  std::memcpy(&xy, &v.x, sizeof(xy));
  std::memcpy(&zw, &v.z, sizeof(zw));
  const __m128 four = _mm_castsi128_ps(_mm_unpacklo_epi64(_mm_cvtsi64_si128(xy), _mm_cvtsi64_si128(zw)));
  // The minimum of 1 and NaN is its second operand, NaN. Values below 0, and NaN, are converted to negative integers or
  // 0, which packing turns into 0.
  const __m128 held = _mm_min_ps(_mm_set1_ps(1.0F), four);
  const __m128i whole = _mm_cvttps_epi32(_mm_add_ps(_mm_mul_ps(held, _mm_set1_ps(255.0F)), _mm_set1_ps(0.5F)));
  const __m128i pairs = _mm_packs_epi32(whole, whole);
  const int bytes = _mm_cvtsi128_si32(_mm_packus_epi16(pairs, pairs));
  Uchar4 result;
  std::memcpy(&result, &bytes, sizeof(result));
  return result;
#else
  return {to_unorm8(v.x), to_unorm8(v.y), to_unorm8(v.z), to_unorm8(v.w)};
#endif
}

/// v / 255, correctly rounded.
TEXELSCOPE_KERNEL_FUNCTION float from_unorm8(std::uint8_t v) { return static_cast<float>(v) / 255.0F; }

/// from_unorm8 of each channel.
TEXELSCOPE_KERNEL_FUNCTION Float4 from_unorm8(Uchar4 v) {
  return {from_unorm8(v.x), from_unorm8(v.y), from_unorm8(v.z), from_unorm8(v.w)};
}

/// Rounds toward zero and clamps to the range of an int; NaN is 0.
TEXELSCOPE_KERNEL_FUNCTION std::int32_t float_to_int(float v) {
  if (v >= 0x1p31F) {
    return 2147483647;
  }
  // The lowest int is representable as a float; the comparison is false for NaN.
  return static_cast<std::int32_t>(v >= -0x1p31F ? v : (v < 0 ? -0x1p31F : 0.0F));
}

}  // namespace texelscope::kernels
