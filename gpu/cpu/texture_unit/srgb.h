#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace texelscope::gpu::cpu::texture_unit {

/// An 8-bit sRGB code decoded to linear light: significand · 2^exponent, 1.0 for code 255.
struct SrgbEntry {
  std::uint8_t significand;
  std::int8_t exponent;

  [[nodiscard]] float value() const noexcept;
};

/// The texture unit's decoding of all codes. It keeps 8 significant bits: the standard's curve, rounded to the nearest
/// multiple of a step that doubles at codes 32, 48, 64, 96, 136, 184 and 248 (all 256 codes measured on an H200).
[[nodiscard]] const std::array<SrgbEntry, 256>& srgb_table() noexcept;

/// The code nearest to a linear value, by the curve of the OpenGL specification; 0 for NaN. The border color of an sRGB
/// texture is converted to a code in this way.
[[nodiscard]] std::uint8_t srgb_code(float linear) noexcept;

/// srgb_table() for vectors.
struct SrgbLanes {
  /// The linear value of each code.
  std::array<float, 256> values;
  /// code / 255, as alpha is read.
  std::array<float, 256> alpha_values;
  /// Linear values, and alpha codes. Their lowest bits, which the sums drop, are those of the exponent of 1/step, where
  /// the value is a whole number of steps, in the format of a float. 0 is a tiny number with such bits.
  std::array<float, 256> colors;
  std::array<float, 256> alphas;
};

extern const SrgbLanes srgb_lanes;

}  // namespace texelscope::gpu::cpu::texture_unit
