#include "app/images/oklab.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace texelscope::app {
namespace {

std::uint8_t encode(double linear) {
  const double clamped = std::clamp(linear, 0.0, 1.0);
  const double encoded = clamped <= 0.0031308 ? 12.92 * clamped : 1.055 * std::pow(clamped, 1 / 2.4) - 0.055;
  return static_cast<std::uint8_t>(std::lround(encoded * 255));
}

}  // namespace

/// Björn Ottosson, "A perceptual color space for image processing" (2020): Oklab to linear sRGB.
Rgb from_oklch(double lightness, double chroma, double hue_degrees) {
  const double a = chroma * std::cos(hue_degrees * std::numbers::pi / 180);
  const double b = chroma * std::sin(hue_degrees * std::numbers::pi / 180);
  const double l = std::pow(lightness + 0.3963377774 * a + 0.2158037573 * b, 3);
  const double m = std::pow(lightness - 0.1055613458 * a - 0.0638541728 * b, 3);
  const double s = std::pow(lightness - 0.0894841775 * a - 1.2914855480 * b, 3);
  return {encode(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
          encode(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
          encode(-0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s)};
}

}  // namespace texelscope::app
