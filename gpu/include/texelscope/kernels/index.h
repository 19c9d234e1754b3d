#pragma once

#include <cstdint>

namespace texelscope::kernels {

/// The position of one call of a kernel: 0 ≤ x < width, 0 ≤ y < height, 0 ≤ z < depth of the launch.
struct Index {
  std::int32_t x, y, z;
};

/// The number of calls of a kernel along x, y and z; each is from 1 to 2³¹ − 1. (The driver's limits on blocks: 2³¹ − 1
/// along x, 65,535 along y and z.)
struct LaunchExtent {
  std::int32_t width = 1;
  std::int32_t height = 1;
  std::int32_t depth = 1;
};

}  // namespace texelscope::kernels
