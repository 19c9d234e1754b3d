#pragma once

#include <cstdint>

namespace texelscope::app {

/// 8 bits a channel, as displays take them.
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

/// The color of the element at `position` of `volume` in C order: from violet over green to yellow in steps that look
/// alike, and rising in lightness, so that it also orders for who sees no hue.
[[nodiscard]] Rgb position_color(std::int64_t position, std::int64_t volume);
/// Sixteen colors in turn, for sectors and texels: any four in a row are told apart, also with each of the three
/// color blindnesses. What lies further apart is told by its place and its numbers.
[[nodiscard]] Rgb category_color(std::int64_t number);
/// Black or white, whichever is read better on a color.
[[nodiscard]] Rgb ink_on(Rgb color);

}  // namespace texelscope::app
