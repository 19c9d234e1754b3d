#pragma once

#include <cmath>
#include <cstdint>
#include <limits>

#include "gpu/cpu/texture_unit/axis.h"

/// From a coordinate to a position in texels, all in integers. Measured on an H200 with every threshold found by
/// bisection, and with coordinates up to infinity.
namespace texelscope::gpu::cpu::texture_unit {

/// Largest integer ≤ value; |value| < 2^62.
[[nodiscard]] inline std::int64_t floor_to_integer(double value) {
  const auto truncated = static_cast<std::int64_t>(value);
  return truncated - static_cast<std::int64_t>(static_cast<double>(truncated) > value);
}

/// X = floor(x · scale), held or reduced so that it fits. A denormal coordinate is 0, and so is NaN. An infinity is far
/// outside for clamp and border, and 0 for wrap and mirror. `is_clamped` tells in advance that the mode is clamp.
template <bool is_clamped = false>
[[nodiscard]] inline std::int64_t fixed_point(const Axis& axis, float coordinate) {
  // Written so that NaN fails the comparison.
  const float x = std::fabs(coordinate) >= std::numeric_limits<float>::min() ? coordinate : 0.0F;
  if (!is_clamped && (axis.mode == AddressMode::wrap || axis.mode == AddressMode::mirror)) {
    // From 2^25 on a float is a multiple of 4, which two periods divide.
    const double inside = std::fabs(x) < 0x1p25F ? static_cast<double>(x) : 0.0;
    return floor_to_integer(inside * axis.scale) & axis.period_mask;
  }
  double scaled = static_cast<double>(x) * axis.scale;
  scaled = scaled < axis.limit ? scaled : axis.limit;
  scaled = scaled > -axis.limit ? scaled : -axis.limit;
  return floor_to_integer(scaled);
}

/// floor(u): the texel that a point fetch reads, before addressing.
[[nodiscard]] inline std::int64_t point_position(const Axis& axis, std::int64_t fixed) {
  return (fixed * axis.multiplier) >> axis.shift;
}

/// f = floor((u − 0.5) · 256 + 0.5): f >> 8 is the left texel of a linear fetch, f & 255 the weight of its right
/// neighbour in 1/256.
[[nodiscard]] inline std::int64_t unclamped_linear_position(const Axis& axis, std::int64_t fixed) {
  return (fixed * axis.multiplier * 256 - axis.linear_offset) >> axis.shift;
}

/// The same, but in clamp mode it stays within the texels' centres.
template <bool is_clamped = false>
[[nodiscard]] inline std::int64_t linear_position(const Axis& axis, std::int64_t fixed) {
  const std::int64_t position = unclamped_linear_position(axis, fixed);
  if (!is_clamped && axis.mode != AddressMode::clamp) {
    return position;
  }
  const std::int64_t last = (axis.extent - 1) * 256;
  return position < 0 ? 0 : (position > last ? last : position);
}

}  // namespace texelscope::gpu::cpu::texture_unit
