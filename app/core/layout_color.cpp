#include "app/core/layout_color.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace texelscope::app {
namespace {

constexpr double pi = 3.14159265358979323846;

std::uint8_t encode(double linear) {
  const double clamped = std::clamp(linear, 0.0, 1.0);
  const double encoded = clamped <= 0.0031308 ? 12.92 * clamped : 1.055 * std::pow(clamped, 1 / 2.4) - 0.055;
  return static_cast<std::uint8_t>(std::lround(encoded * 255));
}

/// Björn Ottosson, "A perceptual color space for image processing" (2020): Oklab to linear sRGB.
Rgb from_oklch(double lightness, double chroma, double hue_degrees) {
  const double a = chroma * std::cos(hue_degrees * pi / 180);
  const double b = chroma * std::sin(hue_degrees * pi / 180);
  const double l = std::pow(lightness + 0.3963377774 * a + 0.2158037573 * b, 3);
  const double m = std::pow(lightness - 0.1055613458 * a - 0.0638541728 * b, 3);
  const double s = std::pow(lightness - 0.0894841775 * a - 1.2914855480 * b, 3);
  return {encode(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
          encode(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
          encode(-0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s)};
}

using Ramp = std::array<Rgb, 256>;

Ramp make_ramp() {
  Ramp ramp;
  for (std::size_t i = 0; i < ramp.size(); ++i) {
    const double t = static_cast<double>(i) / static_cast<double>(ramp.size() - 1);
    ramp[i] = from_oklch(0.42 + 0.46 * t, 0.105 + 0.03 * t, 295 - 185 * t);
  }
  return ramp;
}

}  // namespace

Rgb position_color(std::int64_t position, std::int64_t volume) {
  static const Ramp ramp = make_ramp();
  const double fraction = volume > 1 ? static_cast<double>(position) / static_cast<double>(volume - 1) : 0;
  return ramp[static_cast<std::size_t>(std::lround(std::clamp(fraction, 0.0, 1.0) * 255))];
}

Rgb category_color(std::int64_t number) {
  static const auto colors = [] {
    std::array<Rgb, 16> all;
    for (std::size_t i = 0; i < all.size(); ++i) {
      // Steps of 7/16 of the circle: neighbours lie nearly opposite, and all sixteen come.
      all[i] = from_oklch(i % 2 == 0 ? 0.72 : 0.6, 0.1, 250 + 360.0 * static_cast<double>(i * 7 % 16) / 16);
    }
    return all;
  }();
  return colors[static_cast<std::size_t>((number % 16 + 16) % 16)];
}

Rgb ink_on(Rgb color) {
  const double luminance = 0.2126 * color.red + 0.7152 * color.green + 0.0722 * color.blue;
  return luminance > 118 ? rgb(0x101113) : rgb(0xF4F5F7);
}

}  // namespace texelscope::app
