#pragma once

#include <cstdint>

#include "texelscope/kernels/kernel_function.h"

namespace texelscope::kernels {

/// Vectors of texel channels. Aligned like CUDA's vector types, so that they are stored in one access.
struct alignas(8) Float2 {
  float x, y;
};
struct Float3 {
  float x, y, z;
};
struct alignas(16) Float4 {
  float x, y, z, w;
};
struct alignas(16) Int4 {
  std::int32_t x, y, z, w;
};
struct alignas(16) Uint4 {
  std::uint32_t x, y, z, w;
};
struct alignas(4) Uchar4 {
  std::uint8_t x, y, z, w;
};

TEXELSCOPE_KERNEL_FUNCTION Float2 operator+(Float2 a, Float2 b) { return {a.x + b.x, a.y + b.y}; }
TEXELSCOPE_KERNEL_FUNCTION Float2 operator-(Float2 a, Float2 b) { return {a.x - b.x, a.y - b.y}; }
TEXELSCOPE_KERNEL_FUNCTION Float2 operator*(Float2 a, float s) { return {a.x * s, a.y * s}; }
TEXELSCOPE_KERNEL_FUNCTION Float3 operator+(Float3 a, Float3 b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
TEXELSCOPE_KERNEL_FUNCTION Float3 operator-(Float3 a, Float3 b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
TEXELSCOPE_KERNEL_FUNCTION Float3 operator*(Float3 a, float s) { return {a.x * s, a.y * s, a.z * s}; }
TEXELSCOPE_KERNEL_FUNCTION Float4 operator+(Float4 a, Float4 b) { return {a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w}; }
TEXELSCOPE_KERNEL_FUNCTION Float4 operator*(Float4 a, float s) { return {a.x * s, a.y * s, a.z * s, a.w * s}; }

}  // namespace texelscope::kernels
