#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "gpu/cpu/texture_unit/footprint.h"

/// Weighted sums of integer texels read as normalized floats: exact, then converted to 16 bits and divided.
namespace texelscope::gpu::cpu::texture_unit {

/// A channel of an integer texel.
template <class Integer>
[[nodiscard]] inline Integer load_integer(const std::byte* texel, int channel) {
  Integer value;
  std::memcpy(&value, texel + static_cast<std::ptrdiff_t>(sizeof(Integer)) * channel, sizeof(Integer));
  return value;
}

/// The integer that reads as 1.0: 255, 65535, 127 or 32767.
template <class Integer>
inline constexpr int full_scale =
    static_cast<int>(static_cast<Integer>(~Integer{0}) < 0 ? (1 << (8 * sizeof(Integer) - 1)) - 1
                                                           : (std::int64_t{1} << (8 * sizeof(Integer))) - 1);

/// A texel read as a normalized float: value / full scale, correctly rounded; the lowest signed value reads as −1.
template <class Integer>
[[nodiscard]] inline float normalized(Integer value) {
  constexpr int full = full_scale<Integer>;
  return static_cast<float>(std::max(static_cast<int>(value), -full)) / static_cast<float>(full);
}

/// Σ w · value in 1/1024.
template <class Integer, class Slices>
[[nodiscard]] inline std::int64_t sum_integers(const Slices& footprint, int channel) {
  std::int64_t sum = 0;
  for (int k = 0; k < footprint.count; ++k) {
    const Slice& slice = footprint.slices[static_cast<std::size_t>(k)];
    for (int j = 0; j < slice.count; ++j) {
      const Tap& tap = slice.taps[static_cast<std::size_t>(j)];
      sum += tap.weight * static_cast<std::int64_t>(load_integer<Integer>(tap.texel, channel));
    }
  }
  return sum * (1 << (10 - Slices::weight_bits));
}

/// Converts S, a sum in 1/1024, to the result in 1/65535 (unsigned) or 1/32767 (signed).
template <class Integer>
[[nodiscard]] constexpr std::int64_t to_16_bits(std::int64_t sum);

/// r(257 · S / 1024): 8 bits widen to 16 by repeating themselves.
template <>
constexpr std::int64_t to_16_bits<std::uint8_t>(std::int64_t sum) {
  return (257 * sum + 512) >> 10;
}
template <>
constexpr std::int64_t to_16_bits<std::uint16_t>(std::int64_t sum) {
  return (sum + 512) >> 10;
}
/// 7 bits widen to 15: S · 32767 / 127 / 1024 is close to (S + S/2^7 + S/2^15) / 4, but the texture unit first drops
/// low bits (true of every S that occurred in 400,000 fetches on an H200). The lowest value, −128, is used unchanged.
template <>
constexpr std::int64_t to_16_bits<std::int8_t>(std::int64_t sum) {
  return std::clamp<std::int64_t>((2 * sum + (sum >> 6) + (sum >> 14) + 4) >> 3, -32767, 32767);
}
template <>
constexpr std::int64_t to_16_bits<std::int16_t>(std::int64_t sum) {
  return std::max<std::int64_t>((sum + 512) >> 10, -32767);
}

/// The filtered value of one channel.
template <class Integer, class Slices>
[[nodiscard]] inline float filter_integer(const Slices& footprint, int channel) {
  constexpr float full = static_cast<Integer>(~Integer{0}) < 0 ? 32767.0F : 65535.0F;
  return static_cast<float>(to_16_bits<Integer>(sum_integers<Integer>(footprint, channel))) / full;
}

/// The blended value of one channel of integers read as elements, which only anisotropy blends: rounded for 8 and 16
/// bits, floored for 32.
template <class Integer, class Slices>
[[nodiscard]] inline Integer blend_integers(const Slices& footprint, int channel) {
  constexpr int half = sizeof(Integer) < 4 ? 512 : 0;
  return static_cast<Integer>((sum_integers<Integer>(footprint, channel) + half) >> 10);
}

}  // namespace texelscope::gpu::cpu::texture_unit
