#pragma once

#include <cmath>
#include <cstdint>
#include <limits>

#include "texelscope/gpu/texture_descriptor.h"

/// Converts a coordinate to a position in texels, entirely in integers. Measured on an H200 with every threshold found
/// by bisection, and with coordinates up to infinity.
namespace texelscope::gpu::cpu::texture_unit {

/// One axis of a bound texture, with the constants of its coordinate's fixed-point form:
/// a coordinate x becomes the integer X = floor(x · scale), and represents X · multiplier / 2^shift texels.
struct Axis {
  /// The mode that the hardware uses: WRAP and MIRROR with unnormalized coordinates are already replaced by clamp.
  AddressMode mode = AddressMode::clamp;
  /// Texels, 1 – largest_extent.
  std::int64_t extent = 1;
  /// 2^B for normalized coordinates, 512 for unnormalized coordinates.
  double scale = 512;
  /// Clamp and border: |X| is clamped to this, which is so far outside that larger values change nothing.
  double limit = 0;
  /// The extent for normalized coordinates, 1 for unnormalized coordinates.
  std::int64_t multiplier = 1;
  int shift = 9;
  /// 127.5 in units of 2^−shift.
  std::int64_t linear_offset = 0;
  /// Wrap and mirror: X is taken modulo this mask + 1, one period (wrap) or two (mirror).
  std::int64_t period_mask = 0;
};

/// Beyond this, a fixed-point position times 256 would overflow 64 bits.
inline constexpr std::int64_t largest_extent = std::int64_t{1} << 22;

/// Coordinates further outside than this many extents (texels, if they are unnormalized) change nothing, not even with
/// the offset of an anisotropic sample, which is up to 15 texels.
inline constexpr std::int64_t far_periods = 32;

/// Bits that the fraction of a normalized coordinate keeps, where extent is the largest of all axes of the level.
/// Measured: a 16384×3 array keeps 22 bits on both axes, and so do 65536 texels; 70001 and 131072 keep 23. Mipmapped
/// arrays keep 23 from 16385 on, and so do arrays created for gather.
[[nodiscard]] constexpr int fraction_bits(std::int64_t extent, bool is_mipmapped) {
  return extent <= 8192 ? 21 : (extent <= (is_mipmapped ? 16384 : 65536) ? 22 : 23);
}

[[nodiscard]] inline Axis make_axis(std::int64_t extent, AddressMode mode, bool is_normalized, int bits) {
  Axis axis;
  axis.extent = extent;
  axis.mode = mode;
  if (is_normalized) {
    const std::int64_t one = std::int64_t{1} << bits;
    axis.scale = static_cast<double>(one);
    axis.limit = static_cast<double>(far_periods * one);
    axis.multiplier = extent;
    axis.shift = bits;
    axis.period_mask = (mode == AddressMode::mirror ? 2 * one : one) - 1;
  } else {
    // floor(u) and floor(256 u − 127.5) both follow from floor(512 u).
    axis.mode = mode == AddressMode::border ? AddressMode::border : AddressMode::clamp;
    axis.limit = 512.0 * static_cast<double>(extent + far_periods);
  }
  axis.linear_offset = std::int64_t{255} << (axis.shift - 1);
  return axis;
}

/// The texel index that represents the border color.
inline constexpr std::int64_t outside = -1;

/// The texel that an index reads: 0 … extent − 1, or `outside`. For wrap, the index is in −1 … extent; for mirror, in
/// −1 … 2·extent: the coordinate is already reduced to one period, and linear filtering exceeds its ends by one.
[[nodiscard]] inline std::int64_t address(const Axis& axis, std::int64_t index) {
  const std::int64_t extent = axis.extent;
  switch (axis.mode) {
    case AddressMode::clamp:
      return index < 0 ? 0 : (index >= extent ? extent - 1 : index);
    case AddressMode::border:
      return index < 0 || index >= extent ? outside : index;
    case AddressMode::wrap:
      return index < 0 ? index + extent : (index >= extent ? index - extent : index);
    case AddressMode::mirror:
      if (index < 0 || index >= 2 * extent) {
        return 0;
      }
      return index < extent ? index : 2 * extent - 1 - index;
  }
  return outside;
}

/// Largest integer ≤ value; |value| < 2^62.
[[nodiscard]] inline std::int64_t floor_to_integer(double value) {
  const auto truncated = static_cast<std::int64_t>(value);
  return truncated - static_cast<std::int64_t>(static_cast<double>(truncated) > value);
}

/// X = floor(x · scale), clamped or reduced so that it fits. A denormal coordinate is 0, and so is NaN. An infinity is
/// far outside for clamp and border, and 0 for wrap and mirror. `is_clamped` means that the mode is known to be clamp.
template <bool is_clamped = false>
[[nodiscard]] inline std::int64_t fixed_point(const Axis& axis, float coordinate) {
  // Written so that NaN fails the comparison.
  const float x = std::fabs(coordinate) >= std::numeric_limits<float>::min() ? coordinate : 0.0F;
  if (!is_clamped && (axis.mode == AddressMode::wrap || axis.mode == AddressMode::mirror)) {
    // From 2^25 on, a float is a multiple of 4, which two periods divide.
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

/// floor(256 u).
[[nodiscard]] inline std::int64_t fine_position(const Axis& axis, std::int64_t fixed) {
  return (fixed * axis.multiplier * 256) >> axis.shift;
}

/// f = floor((u − 0.5) · 256 + 0.5): f >> 8 is the left texel of a linear fetch, f & 255 the weight of its right
/// neighbor in 1/256.
[[nodiscard]] inline std::int64_t unclamped_linear_position(const Axis& axis, std::int64_t fixed) {
  return (fixed * axis.multiplier * 256 - axis.linear_offset) >> axis.shift;
}

/// In clamp mode, a linear position stays between the centers of the first and the last texel.
template <bool is_clamped = false>
[[nodiscard]] inline std::int64_t clamped_to_centers(const Axis& axis, std::int64_t position) {
  if (!is_clamped && axis.mode != AddressMode::clamp) {
    return position;
  }
  const std::int64_t last = (axis.extent - 1) * 256;
  return position < 0 ? 0 : (position > last ? last : position);
}

/// The position of a linear fetch.
template <bool is_clamped = false>
[[nodiscard]] inline std::int64_t linear_position(const Axis& axis, std::int64_t fixed) {
  return clamped_to_centers<is_clamped>(axis, unclamped_linear_position(axis, fixed));
}

/// The texel that any index reads.
[[nodiscard]] inline std::int64_t far_address(const Axis& axis, std::int64_t index) {
  const std::int64_t period = axis.mode == AddressMode::wrap     ? axis.extent
                              : axis.mode == AddressMode::mirror ? 2 * axis.extent
                                                                 : 0;
  if (period == 0) {
    return address(axis, index);
  }
  const std::int64_t rest = index % period;
  return address(axis, rest < 0 ? rest + period : rest);
}

}  // namespace texelscope::gpu::cpu::texture_unit
