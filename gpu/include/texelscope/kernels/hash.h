#pragma once

#include <cstdint>

#include "texelscope/kernels/convert.h"
#include "texelscope/kernels/interpolation.h"
#include "texelscope/kernels/kernel_function.h"
#include "texelscope/kernels/rounding.h"
#include "texelscope/kernels/vector.h"

#if defined(__SSE2__) && !defined(__CUDA_ARCH__)
#include "texelscope/kernels/host_noise.h"
#endif

/// Reproducible randomness for scenes: integers only, so identical everywhere.
namespace texelscope::kernels {

/// Scrambles 32 bits bijectively (the finalizer of Appleby's MurmurHash3).
TEXELSCOPE_KERNEL_FUNCTION std::uint32_t hash(std::uint32_t value) {
  value = (value ^ (value >> 16)) * 0x85EBCA6BU;
  value = (value ^ (value >> 13)) * 0xC2B2AE35U;
  return value ^ (value >> 16);
}

/// Hashes of two and three numbers; their order matters.
TEXELSCOPE_KERNEL_FUNCTION std::uint32_t hash(std::uint32_t a, std::uint32_t b) {
  return hash(hash(a + 0x9E3779B9U) + b);
}
TEXELSCOPE_KERNEL_FUNCTION std::uint32_t hash(std::uint32_t a, std::uint32_t b, std::uint32_t c) {
  return hash(hash(a, b) + c);
}

/// The upper 24 bits as a float in 0 … 1, excluding 1.
TEXELSCOPE_KERNEL_FUNCTION float unit_float(std::uint32_t bits) { return static_cast<float>(bits >> 8) * 0x1p-24F; }

/// Smooth noise in 0 … 1 over the plane: random values at integer points, blended by t · t · (3 − 2 t), first along x.
/// Constant for |coordinates| ≥ 2^31.
TEXELSCOPE_KERNEL_FUNCTION float value_noise(Float2 position, std::uint32_t seed) {
#if defined(__SSE2__) && !defined(__CUDA_ARCH__)
  if (detail::has_host_noise(position)) [[likely]] {
    return detail::host_noise(position, seed);
  }
#endif
  const float column = floor(position.x);
  const float row = floor(position.y);
  const float a = smooth_step(0, 1, position.x - column);
  const float b = smooth_step(0, 1, position.y - row);
  const auto x = static_cast<std::uint32_t>(float_to_int(column));
  const auto y = static_cast<std::uint32_t>(float_to_int(row));
  const float upper = mix(unit_float(hash(x, y, seed)), unit_float(hash(x + 1, y, seed)), a);
  const float lower = mix(unit_float(hash(x, y + 1, seed)), unit_float(hash(x + 1, y + 1, seed)), a);
  return mix(upper, lower, b);
}

}  // namespace texelscope::kernels
