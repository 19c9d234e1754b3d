#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "app/images/layout_color.h"

namespace texelscope::app {

/// A color of Oklab in cylinder coordinates as sRGB: lightness 0 … 1, chroma from 0 (gray) to about 0.3, hue in
/// degrees. What sRGB does not have is clamped by channel.
[[nodiscard]] Rgb from_oklch(double lightness, double chroma, double hue_degrees);

/// Which colors stand for numbers. All are laid out in Oklab so that steps of the number look alike. color_map.cpp has
/// their table.
enum class ColorMap : std::uint8_t { night, ember, gray, balance, cycle };

/// For options and sessions, in the order of ColorMap.
[[nodiscard]] std::span<const std::string_view> color_map_names();
/// For people.
[[nodiscard]] std::span<const std::string_view> color_map_titles();
/// What all maps look like, a line each.
[[nodiscard]] const std::string& color_map_text();

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
