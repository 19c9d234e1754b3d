#pragma once

#include <cstdint>

#include "gpu/cpu/texture_unit/axis.h"

namespace texelscope::gpu::cpu::texture_unit {

/// An axis in clamp mode. Its linear position (coordinate.h) comes down to
///   X = floor(x · scale)     f = floor(((X − lowest) · multiplier − offset) / 2^32)     for 0 ≤ X − lowest < count
/// and is 0 below, (extent − 1) · 256 from there on. x · scale is exact, a float times a power of two, as far as it is
/// not far outside. f grows by at most 1 from one X to the next (see fraction_bits), so it is 0 at `lowest`, and at
/// lowest + count it is (extent − 1) · 256.
struct ClampedAxis {
  float scale = 0;
  /// A scaled coordinate about half way.
  float inside = 0;
  std::uint32_t lowest = 0;
  std::uint32_t count = 0;
  std::int64_t multiplier = 0;
  std::int64_t offset = 0;
  /// extent − 2: at the end the last two texels are read, with all weight on the right one.
  std::int64_t last_left = 0;
};

/// Whether the form above is right: clamp mode, two texels or more, and X within 31 bits.
[[nodiscard]] inline bool has_clamped_form(const Axis& axis) {
  return axis.mode == AddressMode::clamp && axis.extent >= 2 && axis.extent < largest_extent;
}

[[nodiscard]] inline ClampedAxis make_clamped_axis(const Axis& axis) {
  const auto divided_upwards = [](std::int64_t value, std::int64_t divisor) { return (value + divisor - 1) / divisor; };
  // coordinate.h shifts X · multiplier · 256 − linear_offset by axis.shift.
  const std::int64_t offset = axis.linear_offset >> 8;
  const int shift = axis.shift - 8;
  const std::int64_t last = ((axis.extent - 1) * 256) << shift;
  const std::int64_t lowest = divided_upwards(offset, axis.multiplier);
  ClampedAxis clamped;
  clamped.scale = static_cast<float>(axis.scale);
  clamped.lowest = static_cast<std::uint32_t>(lowest);
  clamped.count = static_cast<std::uint32_t>(divided_upwards(offset + last, axis.multiplier) - lowest);
  const std::int64_t middle = lowest + clamped.count / 2;
  clamped.inside = static_cast<float>(middle);
  clamped.multiplier = axis.multiplier << (32 - shift);
  clamped.offset = (offset - lowest * axis.multiplier) * (std::int64_t{1} << (32 - shift));
  clamped.last_left = axis.extent - 2;
  return clamped;
}

}  // namespace texelscope::gpu::cpu::texture_unit
