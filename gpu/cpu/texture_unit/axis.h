#pragma once

#include <cstdint>

#include "texelscope/gpu/texture_descriptor.h"

namespace texelscope::gpu::cpu::texture_unit {

/// One axis of a bound texture, with the constants of its coordinate's fixed-point form (coordinate.h):
/// a coordinate x becomes the integer X = floor(x · scale), and stands for X · multiplier / 2^shift texels.
struct Axis {
  /// What the hardware really does: WRAP and MIRROR with unnormalised coordinates are clamp already.
  AddressMode mode = AddressMode::clamp;
  /// Texels, 1 – largest_extent.
  std::int64_t extent = 1;
  /// 2^B for normalised coordinates, 512 for unnormalised ones.
  double scale = 512;
  /// Clamp and border: |X| is held at this; it lies so far outside that going on would change nothing.
  double limit = 0;
  /// The extent for normalised coordinates, 1 for unnormalised ones.
  std::int64_t multiplier = 1;
  int shift = 9;
  /// 127.5 in units of 2^−shift.
  std::int64_t linear_offset = 0;
  /// Wrap and mirror: X is taken modulo this mask + 1, one period (wrap) or two (mirror).
  std::int64_t period_mask = 0;
};

/// Beyond this a fixed-point position times 256 would leave 64 bits.
inline constexpr std::int64_t largest_extent = std::int64_t{1} << 22;

/// Bits that the fraction of a normalised coordinate keeps, where extent is the largest of all axes of the level.
/// Measured: a 16384×3 array keeps 22 bits on both axes, and so do 65536 texels; 70001 and 131072 keep 23. Mipmapped
/// arrays keep 23 from 16385 on, and so do arrays made for gather.
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
    axis.limit = static_cast<double>(2 * one);
    axis.multiplier = extent;
    axis.shift = bits;
    axis.period_mask = (mode == AddressMode::mirror ? 2 * one : one) - 1;
  } else {
    // floor(u) and floor(256 u − 127.5) both follow from floor(512 u).
    axis.mode = mode == AddressMode::border ? AddressMode::border : AddressMode::clamp;
    axis.limit = 512.0 * static_cast<double>(extent + 2);
  }
  axis.linear_offset = std::int64_t{255} << (axis.shift - 1);
  return axis;
}

}  // namespace texelscope::gpu::cpu::texture_unit
