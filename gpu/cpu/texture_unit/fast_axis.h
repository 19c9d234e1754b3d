#pragma once

#include <cstdint>

#include "gpu/cpu/texture_unit/axis.h"

namespace texelscope::gpu::cpu::texture_unit {

/// An axis in the form that the fast functions use. With
///   X = floor(x · scale), reduced to one period (wrap, mirror)     index = X − lowest
/// a position is
///   floor((index · multiplier − offset) / 2^32)     for 0 ≤ index < count
/// that is, for every fetch of texels that are all inside. x · scale, a float times a power of two, is exact unless x
/// is far outside. For a linear filter, the position is the one of linear_position(); for a point filter, it is the
/// texel.
///
/// Clamp: X can be truncated in place of floored, and the position is that of the first texel below, and of the last
/// one from index = count on: it grows by at most 1 from one X to the next (see fraction_bits), so it is already there.
struct FastAxis {
  float scale = 0;
  /// A scaled coordinate about halfway.
  float inside = 0;
  /// Wrap and mirror: the period's bits of X. Otherwise, all.
  std::uint32_t period = 0xFFFFFFFF;
  /// Mirror: the bit of X that is set in a reversed period.
  std::uint32_t reversed = 0;
  std::uint32_t lowest = 0;
  std::uint32_t count = 0;
  std::int64_t multiplier = 0;
  std::int64_t offset = 0;
  /// The largest position, in texels: the last texel for a point filter, its left neighbor for a linear filter.
  std::int64_t last = 0;
};

/// Whether the form above is valid: X must be within 31 bits.
[[nodiscard]] inline bool has_fast_form(const Axis& axis) { return axis.extent < largest_extent; }

/// Whether clamp mode can be computed without the general functions: linear filters then read two texels.
[[nodiscard]] inline bool has_clamped_form(const Axis& axis, bool is_linear) {
  return axis.mode == AddressMode::clamp && has_fast_form(axis) && (axis.extent >= 2 || !is_linear);
}

[[nodiscard]] inline FastAxis make_fast_axis(const Axis& axis, bool is_linear) {
  const auto divided_upwards = [](std::int64_t value, std::int64_t divisor) { return (value + divisor - 1) / divisor; };
  // unclamped_linear_position() shifts X · multiplier · 256 − linear_offset by axis.shift.
  const std::int64_t offset = is_linear ? axis.linear_offset >> 8 : 0;
  const int shift = is_linear ? axis.shift - 8 : axis.shift;
  const std::int64_t end = is_linear ? (axis.extent - 1) * 256 : axis.extent;
  // Coordinates that are denormal or far outside have the first or the last X of a period here. Linear filters do not
  // find these anyway.
  const std::int64_t left_out = is_linear || axis.mode == AddressMode::clamp ? 0 : 1;
  const std::int64_t lowest = divided_upwards(offset, axis.multiplier) + left_out;
  FastAxis fast;
  fast.scale = static_cast<float>(axis.scale);
  if (axis.mode == AddressMode::wrap || axis.mode == AddressMode::mirror) {
    fast.period = (std::uint32_t{1} << static_cast<unsigned>(axis.shift)) - 1;
    fast.reversed = axis.mode == AddressMode::mirror ? fast.period + 1 : 0;
  }
  fast.lowest = static_cast<std::uint32_t>(lowest);
  fast.count =
      static_cast<std::uint32_t>(divided_upwards(offset + (end << shift), axis.multiplier) - left_out - lowest);
  fast.inside = static_cast<float>(lowest + fast.count / 2);
  fast.multiplier = axis.multiplier << (32 - shift);
  fast.offset = (offset - lowest * axis.multiplier) * (std::int64_t{1} << (32 - shift));
  fast.last = is_linear ? axis.extent - 2 : axis.extent - 1;
  return fast;
}

/// An axis of a face, for a linear filter and coordinates from −1 to 1: those are half as large, and X is reduced by
/// that of −1. Only texels of the face itself are found, in any mode.
[[nodiscard]] inline FastAxis make_fast_face_axis(const Axis& axis) {
  FastAxis fast = make_fast_axis(axis, true);
  fast.scale /= 2;
  fast.lowest -= std::uint32_t{1} << static_cast<unsigned>(axis.shift - 1);
  fast.period = 0xFFFFFFFF;
  return fast;
}

/// Which functions can read a texture, by its axes: those for any axes; or for axes that all have the form of a
/// FastAxis, and moreover none of which is in mirror mode, or all in clamp mode.
enum class AxesForm : unsigned char { any, fast, forward, clamped };

/// The forms of a texture's levels.
struct AxesForms {
  AxesForm of_level_0 = AxesForm::any;
  /// `any` if that is the form of any level, otherwise `fast`.
  AxesForm of_all_levels = AxesForm::any;
  /// As in general_fetch().
  bool is_single = false;
};

}  // namespace texelscope::gpu::cpu::texture_unit
