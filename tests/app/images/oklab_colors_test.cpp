#include "app/images/color_map.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace texelscope::app {
namespace {

double linear(int encoded) {
  const double value = encoded / 255.0;
  return value <= 0.04045 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
}

struct Oklab {
  double lightness;
  double a;
  double b;
};

/// The way back, by the forward matrices of the same page.
Oklab oklab_of(Rgb color) {
  const double red = linear(color.red);
  const double green = linear(color.green);
  const double blue = linear(color.blue);
  const double l = std::cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const double m = std::cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const double s = std::cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  return {0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s,
          1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s,
          0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s};
}

TEST(Oklab, GivesThePrimariesOfSrgb) {
  // Lightness, chroma and hue as CSS Color 4 has them.
  EXPECT_EQ(from_oklch(0.62796, 0.25768, 29.234), rgb(0xFF0000));
  EXPECT_EQ(from_oklch(0.86644, 0.29483, 142.495), rgb(0x00FF00));
  EXPECT_EQ(from_oklch(0.45201, 0.31321, 264.052), rgb(0x0000FF));
  EXPECT_EQ(from_oklch(1, 0, 0), rgb(0xFFFFFF));
  EXPECT_EQ(from_oklch(0, 0, 77), rgb(0x000000));
}

TEST(Oklab, IsFoundAgainFromItsColor) {
  for (double hue = 0; hue < 360; hue += 7) {
    for (const double lightness : {0.5, 0.6, 0.7, 0.8}) {
      const Oklab color = oklab_of(from_oklch(lightness, 0.06, hue));
      EXPECT_NEAR(color.lightness, lightness, 0.003);
      EXPECT_NEAR(color.a, 0.06 * std::cos(hue * std::numbers::pi / 180), 0.004) << hue;
      EXPECT_NEAR(color.b, 0.06 * std::sin(hue * std::numbers::pi / 180), 0.004) << hue;
    }
  }
}

TEST(Oklab, ClampsWhatSrgbDoesNotHave) {
  EXPECT_EQ(from_oklch(2, 0, 0), rgb(0xFFFFFF));
  EXPECT_EQ(from_oklch(0.86644, 0.4, 142.495).green, 255);
  EXPECT_EQ(from_oklch(0.86644, 0.4, 142.495).red, 0);
}

}  // namespace
}  // namespace texelscope::app
