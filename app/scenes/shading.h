#pragma once

#include "texelscope/kernels/convert.h"
#include "texelscope/kernels/math.h"
#include "texelscope/kernels/surface.h"
#include "texelscope/kernels/vector.h"

/// What kernels of scenes share in the making of colours.
namespace texelscope::app {

TEXELSCOPE_KERNEL_FUNCTION kernels::Float3 mix_colors(kernels::Float3 a, kernels::Float3 b, float t) {
  return a + (b - a) * t;
}

TEXELSCOPE_KERNEL_FUNCTION kernels::Float3 multiply(kernels::Float3 a, kernels::Float3 b) {
  return {a.x * b.x, a.y * b.y, a.z * b.z};
}

/// In the direction of `v`, which is not zero, within a few ulp of length 1.
TEXELSCOPE_KERNEL_FUNCTION kernels::Float3 normalized(kernels::Float3 v) {
  return v * (1.0F / kernels::square_root(kernels::dot(v, v)));
}

/// Light without bounds to 0 … 1: x (1 + x / 9) / (1 + x), which brings 3 to white (Reinhard's extended curve).
TEXELSCOPE_KERNEL_FUNCTION float tone_map(float x) {
  const float light = x > 0.0F ? x : 0.0F;
  return (light * (1.0F + light * (1.0F / 9.0F))) / (1.0F + light);
}

TEXELSCOPE_KERNEL_FUNCTION kernels::Float3 tone_map(kernels::Float3 color) {
  return {tone_map(color.x), tone_map(color.y), tone_map(color.z)};
}

/// Linear light as the display's numbers, by a square root in place of the power 1 / 2.2.
TEXELSCOPE_KERNEL_FUNCTION kernels::Float3 display_color(kernels::Float3 linear) {
  const auto encode = [](float x) { return kernels::square_root(x > 0.0F ? x : 0.0F); };
  return {encode(linear.x), encode(linear.y), encode(linear.z)};
}

TEXELSCOPE_KERNEL_FUNCTION void write_color(kernels::Surface output, kernels::Float3 color, int x, int y) {
  output.write_2d(kernels::to_unorm8(kernels::Float4{color.x, color.y, color.z, 1.0F}), x, y);
}

}  // namespace texelscope::app
