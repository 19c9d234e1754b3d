#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "gpu/cpu/texture_unit/srgb.h"

namespace texelscope::gpu::cpu::texture_unit {

/// A channel of a floating-point texel, taken apart: ±significand · 2^exponent when finite.
struct FloatTexel {
  enum class Kind : unsigned char { finite, infinite, not_a_number };
  Kind kind = Kind::finite;
  bool is_negative = false;
  std::uint32_t significand = 0;
  int exponent = 0;
};

/// Each format below says how its sums are made (float_sum.h):
///   block_bits          significant bits of a texel
///   guard_bits          bits below the significand that the block keeps of the other texels
///   result_bits         significant bits of the result
///   smallest_exponent   exponent of the smallest bit of a result
///   flushes_denormals   whether denormal texels and results are zero when filtered
struct Float32 {
  static constexpr int block_bits = 24;
  static constexpr int guard_bits = 4;
  static constexpr int result_bits = 24;
  static constexpr int smallest_exponent = -149;
  static constexpr bool flushes_denormals = true;

  [[nodiscard]] static FloatTexel load(const std::byte* texel, int channel) {
    std::uint32_t bits = 0;
    std::memcpy(&bits, texel + 4 * channel, 4);
    const int field = static_cast<int>((bits >> 23) & 255);
    const std::uint32_t fraction = bits & 0x7FFFFF;
    FloatTexel result;
    result.is_negative = (bits >> 31) != 0;
    if (field == 255) {
      result.kind = fraction != 0 ? FloatTexel::Kind::not_a_number : FloatTexel::Kind::infinite;
    } else if (field != 0) {
      result.significand = fraction | 0x800000;
      result.exponent = field - 150;
    }
    return result;
  }
};

struct Float16 {
  static constexpr int block_bits = 11;
  static constexpr int guard_bits = 4;
  static constexpr int result_bits = 11;
  static constexpr int smallest_exponent = -24;
  static constexpr bool flushes_denormals = false;

  [[nodiscard]] static FloatTexel load(const std::byte* texel, int channel) {
    std::uint16_t bits = 0;
    std::memcpy(&bits, texel + 2 * channel, 2);
    const int field = (bits >> 10) & 31;
    const std::uint32_t fraction = bits & 0x3FFU;
    FloatTexel result;
    result.is_negative = (bits >> 15) != 0;
    if (field == 31) {
      result.kind = fraction != 0 ? FloatTexel::Kind::not_a_number : FloatTexel::Kind::infinite;
    } else {
      result.significand = field != 0 ? fraction | 0x400 : fraction;
      result.exponent = field != 0 ? field - 25 : -24;
    }
    return result;
  }
};

/// The colour channels of an sRGB texel, decoded; filtered as float16 without guard bits.
struct SrgbColor {
  static constexpr int block_bits = 8;
  static constexpr int guard_bits = 0;
  static constexpr int result_bits = 11;
  static constexpr int smallest_exponent = -24;
  static constexpr bool flushes_denormals = false;

  [[nodiscard]] static FloatTexel load(const std::byte* texel, int channel) {
    const SrgbEntry entry = srgb_table()[std::to_integer<std::size_t>(texel[channel])];
    FloatTexel result;
    result.significand = entry.significand;
    result.exponent = int{entry.exponent};
    return result;
  }
};

}  // namespace texelscope::gpu::cpu::texture_unit
