#pragma once

#include "texelscope/kernels/kernel_function.h"
#include "texelscope/kernels/vector.h"

#if defined(__SSE2__) && !defined(__CUDA_ARCH__)
#include <emmintrin.h>
#endif

/// IEEE square roots, and lengths computed with them. Same bits on host and device.
namespace texelscope::kernels {

namespace detail {

TEXELSCOPE_KERNEL_FUNCTION double square_root_of_double(double x) {
#if defined(__CUDA_ARCH__)
  return __dsqrt_rn(x);
#elif defined(__SSE2__)
  // The builtin would call the C library to set errno.
  const __m128d value = _mm_set_sd(x);
  return _mm_cvtsd_f64(_mm_sqrt_sd(value, value));
#else
  return __builtin_sqrt(x);
#endif
}

}  // namespace detail

/// Correctly rounded; −0 for −0, NaN for negative numbers.
TEXELSCOPE_KERNEL_FUNCTION float square_root(float x) {
#if defined(__CUDA_ARCH__)
  return __fsqrt_rn(x);
#elif defined(__SSE2__)
  return _mm_cvtss_f32(_mm_sqrt_ss(_mm_set_ss(x)));
#else
  return __builtin_sqrtf(x);
#endif
}

/// sqrt(x² + y²) within 0.5001 ulp, without intermediate overflow. NaN if either operand is NaN, even if the other
/// operand is infinite.
TEXELSCOPE_KERNEL_FUNCTION float hypotenuse(float x, float y) {
  const double a = static_cast<double>(x);
  const double b = static_cast<double>(y);
  return static_cast<float>(detail::square_root_of_double(a * a + b * b));
}
/// The length of a vector, by hypotenuse().
TEXELSCOPE_KERNEL_FUNCTION float length(Float2 v) { return hypotenuse(v.x, v.y); }

/// Like hypotenuse(); the squares are added in the order x, y, z.
TEXELSCOPE_KERNEL_FUNCTION float length(Float3 v) {
  const double x = static_cast<double>(v.x);
  const double y = static_cast<double>(v.y);
  const double z = static_cast<double>(v.z);
  return static_cast<float>(detail::square_root_of_double(x * x + y * y + z * z));
}

/// a.x · b.x + a.y · b.y, in this order, in float.
TEXELSCOPE_KERNEL_FUNCTION float dot(Float2 a, Float2 b) { return a.x * b.x + a.y * b.y; }
/// (a.x · b.x + a.y · b.y) + a.z · b.z, in this order, in float.
TEXELSCOPE_KERNEL_FUNCTION float dot(Float3 a, Float3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

}  // namespace texelscope::kernels
