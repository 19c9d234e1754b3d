#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

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

/// A texel read as a normalised float: value / full scale, correctly rounded; the lowest signed value reads as −1.
template <class Integer>
[[nodiscard]] inline float normalized(Integer value) {
  constexpr int full = full_scale<Integer>;
  return static_cast<float>(std::max(static_cast<int>(value), -full)) / static_cast<float>(full);
}

}  // namespace texelscope::gpu::cpu::texture_unit
