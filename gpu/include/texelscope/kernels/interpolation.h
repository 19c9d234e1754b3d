#pragma once

#include "texelscope/kernels/kernel_function.h"
#include "texelscope/kernels/rounding.h"

namespace texelscope::kernels {

/// a + (b − a) · t, in this order.
TEXELSCOPE_KERNEL_FUNCTION float mix(float a, float b, float t) { return a + (b - a) * t; }

/// 0 below edge0, 1 above edge1, t · t · (3 − 2 t) in between, with t = (x − edge0) / (edge1 − edge0); 0 for NaN. edge0
/// < edge1.
TEXELSCOPE_KERNEL_FUNCTION float smooth_step(float edge0, float edge1, float x) {
  const float t = clamp((x - edge0) / (edge1 - edge0), 0, 1);
  return t * t * (3 - 2 * t);
}

}  // namespace texelscope::kernels
