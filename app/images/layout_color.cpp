#include "app/images/layout_color.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "app/images/srgb.h"

namespace texelscope::app {
namespace {

ColorRamp make_ramp() {
  ColorRamp ramp;
  for (std::size_t i = 0; i < ramp.size(); ++i) {
    const double t = static_cast<double>(i) / static_cast<double>(ramp.size() - 1);
    ramp[i] = from_oklch(0.42 + 0.46 * t, 0.105 + 0.03 * t, 295 - 185 * t);
  }
  return ramp;
}

}  // namespace

Rgb position_color(std::int64_t position, std::int64_t volume) {
  static const ColorRamp ramp = make_ramp();
  const double fraction = volume > 1 ? static_cast<double>(position) / static_cast<double>(volume - 1) : 0;
  return ramp[static_cast<std::size_t>(std::lround(std::clamp(fraction, 0.0, 1.0) * 255))];
}

Rgb category_color(std::int64_t number) {
  static const auto colors = [] {
    std::array<Rgb, 16> all;
    // Four alternating lightnesses distinguish neighbors for viewers who cannot see hues.
    constexpr std::array lightness = {0.83, 0.53, 0.7, 0.4};
    for (std::size_t i = 0; i < all.size(); ++i) {
      // Steps of 7/16 of the circle: neighbors are nearly opposite, and all sixteen hues occur.
      all[i] = from_oklch(lightness[i % 4], 0.1, 250 + 360.0 * static_cast<double>(i * 7 % 16) / 16);
    }
    return all;
  }();
  return colors[static_cast<std::size_t>((number % 16 + 16) % 16)];
}

Rgb ink_on(Rgb color) {
  const auto light = [](std::uint8_t level) { return linear_from_srgb(static_cast<float>(level) / 255); };
  const float luminance = 0.2126F * light(color.red) + 0.7152F * light(color.green) + 0.0722F * light(color.blue);
  // Where the contrasts of both inks, as WCAG defines them, are equal.
  return luminance > 0.18F ? rgb(0x101113) : rgb(0xF4F5F7);
}

}  // namespace texelscope::app
