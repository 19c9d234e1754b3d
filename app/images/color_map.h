#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace texelscope::app {

/// 8 bits per channel, as for displays.
struct Rgb {
  std::uint8_t red = 0;
  std::uint8_t green = 0;
  std::uint8_t blue = 0;
  bool operator==(const Rgb&) const = default;
};

[[nodiscard]] constexpr Rgb rgb(std::uint32_t value) {
  return {static_cast<std::uint8_t>(value >> 16U), static_cast<std::uint8_t>(value >> 8U),
          static_cast<std::uint8_t>(value)};
}

/// A color of Oklab in cylindrical coordinates as sRGB: lightness 0 … 1, chroma from 0 (gray) to about 0.3, hue in
/// degrees. Colors outside sRGB are clamped per channel.
[[nodiscard]] Rgb from_oklch(double lightness, double chroma, double hue_degrees);

/// The colors for numbers. All maps are designed in Oklab so that equal steps of the number look equal. color_map.cpp
/// contains their table.
enum class ColorMap : std::uint8_t { night, ember, gray, balance, cycle };

/// Names for options and sessions, in the order of ColorMap.
[[nodiscard]] std::span<const std::string_view> color_map_names();
/// The names that users see.
[[nodiscard]] std::span<const std::string_view> color_map_titles();
/// Descriptions of all maps, one line each.
[[nodiscard]] const std::string& color_map_text();

/// The colors of a map from the lowest to the highest number.
using ColorRamp = std::array<Rgb, 256>;
[[nodiscard]] const ColorRamp& color_ramp(ColorMap map);

/// Colors for values that the colors of a map cannot represent.
struct SpecialColors {
  Rgb not_a_number = rgb(0xFF3DD0);
  Rgb positive_infinity = rgb(0x34F5E0);
  Rgb negative_infinity = rgb(0x2E5BFF);
};

}  // namespace texelscope::app
