#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "app/images/layout_color.h"

namespace texelscope::app {

/// A color of Oklab in cylinder coordinates as sRGB: lightness 0 … 1, chroma from 0 (gray) to about 0.3, hue in
/// degrees. What sRGB does not have is clamped by channel.
[[nodiscard]] Rgb from_oklch(double lightness, double chroma, double hue_degrees);

/// Which colors stand for numbers. All are laid out in Oklab so that steps of the number look alike.
enum class ColorMap : std::uint8_t {
  /// Violet over blue and green to yellow, from dark to light.
  night,
  /// Violet over red to yellow, from dark to light.
  ember,
  gray,
  /// Blue over near white to red: for numbers on both sides of one that matters.
  balance,
  /// Once around the hues at one lightness, for angles: the end is the beginning.
  cycle
};
inline constexpr std::array<std::string_view, 5> color_map_names = {"night", "ember", "gray", "balance", "cycle"};

/// The colors of a map from its lowest to its highest number.
using ColorRamp = std::array<Rgb, 256>;
[[nodiscard]] const ColorRamp& color_ramp(ColorMap map);

/// What stands for what no color of a map can.
struct SpecialColors {
  Rgb not_a_number = rgb(0xFF3DD0);
  Rgb positive_infinity = rgb(0x34F5E0);
  Rgb negative_infinity = rgb(0x2E5BFF);
};

}  // namespace texelscope::app
