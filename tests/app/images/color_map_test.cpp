#include "app/images/color_map.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace texelscope::app {
namespace {

/// A color in Oklab, computed by its published definition: https://bottosson.github.io/posts/oklab/.
struct Oklab {
  double lightness;
  double a;
  double b;
};

double linear(std::uint8_t channel) {
  const double encoded = channel / 255.0;
  return encoded <= 0.04045 ? encoded / 12.92 : std::pow((encoded + 0.055) / 1.055, 2.4);
}

Oklab oklab(Rgb color) {
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

double distance(const Oklab& first, const Oklab& second) {
  return std::hypot(first.lightness - second.lightness, first.a - second.a, first.b - second.b);
}

/// The maximum displacement of a color due to rounding to 8 bits per channel.
constexpr double rounding = 0.006;

/// Expects equal lengths and equal increases in lightness for segments of a map between two colors.
void expect_even(const ColorRamp& ramp, std::size_t first, std::size_t last, const char* name) {
  constexpr std::size_t stretches = 15;
  const std::size_t length = (last - first) / stretches;
  const double rise = oklab(ramp[first + length]).lightness - oklab(ramp[first]).lightness;
  const double step = distance(oklab(ramp[first]), oklab(ramp[first + length]));
  for (std::size_t i = first; i + length <= last; i += length) {
    const Oklab begin = oklab(ramp[i]);
    const Oklab end = oklab(ramp[i + length]);
    EXPECT_NEAR(end.lightness - begin.lightness, rise, rounding) << name << " from " << i;
    EXPECT_NEAR(distance(begin, end), step, 2 * rounding) << name << " from " << i;
  }
}

TEST(ColorMap, RisesInPerceptuallyEqualStepsOfLightness) {
  expect_even(color_ramp(ColorMap::night), 0, 255, "night");
  expect_even(color_ramp(ColorMap::ember), 0, 255, "ember");
  expect_even(color_ramp(ColorMap::gray), 0, 255, "gray");
  EXPECT_GT(oklab(color_ramp(ColorMap::night)[255]).lightness, oklab(color_ramp(ColorMap::night)[0]).lightness + 0.6);
}

TEST(ColorMap, DivergesSymmetricallyFromTheMiddle) {
  const ColorRamp& ramp = color_ramp(ColorMap::balance);
  expect_even(ramp, 0, 120, "balance, lower");
  expect_even(ramp, 135, 255, "balance, upper");
  for (std::size_t i = 0; i < 128; ++i) {
    EXPECT_NEAR(oklab(ramp[i]).lightness, oklab(ramp[255 - i]).lightness, rounding) << i;
  }
  EXPECT_GT(ramp[0].blue, ramp[0].red);
  EXPECT_GT(ramp[255].red, ramp[255].blue);
}

TEST(ColorMap, CyclesAtConstantLightness) {
  const ColorRamp& ramp = color_ramp(ColorMap::cycle);
  for (std::size_t i = 0; i < ramp.size(); ++i) {
    EXPECT_NEAR(oklab(ramp[i]).lightness, oklab(ramp[0]).lightness, rounding) << i;
    EXPECT_NEAR(distance(oklab(ramp[i]), oklab(ramp[(i + 16) % 256])), distance(oklab(ramp[0]), oklab(ramp[16])),
                2 * rounding)
        << i;
  }
  EXPECT_LT(distance(oklab(ramp[255]), oklab(ramp[0])), 2 * distance(oklab(ramp[0]), oklab(ramp[1])) + rounding);
}

TEST(ColorMap, ShowsNonNumbersInColorsOutsideTheMap) {
  const SpecialColors special;
  for (const ColorMap map : {ColorMap::night, ColorMap::ember, ColorMap::gray, ColorMap::balance, ColorMap::cycle}) {
    for (const Rgb marked : {special.not_a_number, special.positive_infinity, special.negative_infinity}) {
      for (const Rgb color : color_ramp(map)) {
        EXPECT_GT(distance(oklab(color), oklab(marked)), 0.06) << color_map_names()[static_cast<std::size_t>(map)];
      }
    }
  }
}

TEST(OklabColors, ReproducesThePrimariesOfSrgb) {
  // Lightness, chroma and hue are those of CSS Color 4.
  EXPECT_EQ(from_oklch(0.62796, 0.25768, 29.234), rgb(0xFF0000));
  EXPECT_EQ(from_oklch(0.86644, 0.29483, 142.495), rgb(0x00FF00));
  EXPECT_EQ(from_oklch(0.45201, 0.31321, 264.052), rgb(0x0000FF));
  EXPECT_EQ(from_oklch(1, 0, 0), rgb(0xFFFFFF));
  EXPECT_EQ(from_oklch(0, 0, 77), rgb(0x000000));
}

TEST(OklabColors, IsRecoveredFromItsColor) {
  for (double hue = 0; hue < 360; hue += 7) {
    for (const double lightness : {0.5, 0.6, 0.7, 0.8}) {
      const Oklab color = oklab(from_oklch(lightness, 0.06, hue));
      EXPECT_NEAR(color.lightness, lightness, 0.003);
      EXPECT_NEAR(color.a, 0.06 * std::cos(hue * std::numbers::pi / 180), 0.004) << hue;
      EXPECT_NEAR(color.b, 0.06 * std::sin(hue * std::numbers::pi / 180), 0.004) << hue;
    }
  }
}

TEST(OklabColors, ClampsColorsOutsideSrgb) {
  EXPECT_EQ(from_oklch(2, 0, 0), rgb(0xFFFFFF));
  EXPECT_EQ(from_oklch(0.86644, 0.4, 142.495).green, 255);
  EXPECT_EQ(from_oklch(0.86644, 0.4, 142.495).red, 0);
}

}  // namespace
}  // namespace texelscope::app
