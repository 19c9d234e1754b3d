#pragma once

#include <cstdint>

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

/// The color of the element at `position` of `volume` in C order: from violet through green to yellow in perceptually
/// equal steps, with increasing lightness, so that the order is visible without hues.
[[nodiscard]] Rgb position_color(std::int64_t position, std::int64_t volume);
/// Sixteen repeating colors for sectors and texels: any four consecutive colors can be distinguished, even with each of
/// the three kinds of color blindness. More distant elements are identified by position and numbers.
[[nodiscard]] Rgb category_color(std::int64_t number);
/// Black or white, whichever is more readable on a color.
[[nodiscard]] Rgb ink_on(Rgb color);

}  // namespace texelscope::app
