#pragma once

#include <cstdint>

#include "texelscope/kernels/kernel_function.h"

namespace texelscope::app {

/// The direction through a point of a cube map's face, s to the right and t down in −1 … 1; faces in the order +x, −x,
/// +y, −y, +z, −z.
template <class Vector, class Real>
TEXELSCOPE_KERNEL_FUNCTION Vector face_direction(std::int32_t face, Real s, Real t) {
  switch (face) {
    case 0:
      return {1, -t, -s};
    case 1:
      return {-1, -t, s};
    case 2:
      return {s, 1, t};
    case 3:
      return {s, -1, -t};
    case 4:
      return {s, -t, 1};
    default:
      return {-s, -t, -1};
  }
}

}  // namespace texelscope::app
