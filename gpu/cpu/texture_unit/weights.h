#pragma once

#include <array>

namespace texelscope::gpu::cpu::texture_unit {

/// r(whole · fraction / 256) with r(v) = floor(v + 0.5).
[[nodiscard]] constexpr int split(int whole, int fraction) { return (whole * fraction + 128) >> 8; }

/// Weights of a slice's four texels in 1/256, at [2·y + x]; their sum is `whole`, the weight of the slice. a and b are
/// the fractions along x and y, 0 … 255. The split goes first along x, then along y, each time so that the weights sum
/// up exactly; on the left the upper row is the one that is rounded, on the right the lower row.
[[nodiscard]] constexpr std::array<int, 4> slice_weights(int whole, int a, int b) {
  const int right = split(whole, a);
  const int left = whole - right;
  const int right_lower = split(right, b);
  const int left_upper = split(left, 256 - b);
  return {left_upper, right - right_lower, left - left_upper, right_lower};
}

}  // namespace texelscope::gpu::cpu::texture_unit
