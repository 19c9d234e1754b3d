#include "app/images/layout_color.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <set>
#include <tuple>

namespace texelscope::app {
namespace {

/// The relative luminance, as defined by WCAG 2.
double luminance(Rgb color) {
  const auto linear = [](int encoded) {
    const double value = encoded / 255.0;
    return value <= 0.04045 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
  };
  return 0.2126 * linear(color.red) + 0.7152 * linear(color.green) + 0.0722 * linear(color.blue);
}

double contrast(Rgb one, Rgb other) {
  const double ratio = (luminance(one) + 0.05) / (luminance(other) + 0.05);
  return std::max(ratio, 1 / ratio);
}

std::set<std::tuple<int, int, int>> colors_of(std::int64_t first, std::int64_t count) {
  std::set<std::tuple<int, int, int>> colors;
  for (std::int64_t number = first; number < first + count; ++number) {
    const Rgb color = category_color(number);
    colors.emplace(color.red, color.green, color.blue);
  }
  return colors;
}

TEST(PositionColor, RisesInLightnessFromElementToElement) {
  double before = 0;
  for (std::int64_t position = 0; position < 64; ++position) {
    const double now = luminance(position_color(position, 64));
    EXPECT_GT(now, before) << position;
    before = now;
  }
}

TEST(PositionColor, HasADistinctColorAtEachEnd) {
  const Rgb first = position_color(0, 2);
  const Rgb last = position_color(1, 2);
  EXPECT_GT(first.blue, first.green) << "violet";
  EXPECT_GT(last.red, last.blue) << "yellow";
  EXPECT_EQ(position_color(0, std::int64_t{1} << 40), first);
  EXPECT_EQ(position_color((std::int64_t{1} << 40) - 1, std::int64_t{1} << 40), last);
  EXPECT_EQ(position_color(0, 1), first);
  EXPECT_EQ(position_color(0, 0), first);
  EXPECT_EQ(position_color(7, 2), last) << "a position beyond the end has the last color";
}

TEST(CategoryColor, HasSixteenRepeatingColors) {
  EXPECT_EQ(colors_of(0, 16).size(), 16U);
  EXPECT_EQ(colors_of(-20, 100), colors_of(0, 16));
  EXPECT_EQ(category_color(-1), category_color(15));
}

TEST(CategoryColor, DistinguishesNeighborsByLightnessAlone) {
  for (std::int64_t number = 0; number < 16; ++number) {
    EXPECT_GT(contrast(category_color(number), category_color(number + 1)), 1.25) << number;
  }
}

TEST(Ink, IsReadableOnEachColorOfAMap) {
  // WCAG 2 requires a contrast of 4.5 for small text, and of 3 for large text and marks.
  for (std::int64_t number = 0; number < 16; ++number) {
    EXPECT_GE(contrast(ink_on(category_color(number)), category_color(number)), 4.5) << number;
  }
  for (std::int64_t position = 0; position < 64; ++position) {
    const Rgb color = position_color(position, 64);
    EXPECT_GE(contrast(ink_on(color), color), 3) << position;
  }
}

TEST(Ink, IsTheBetterOfTwoOnGrays) {
  const Rgb black = ink_on(rgb(0xFFFFFF));
  const Rgb white = ink_on(rgb(0x000000));
  for (std::uint32_t level = 0; level < 256; ++level) {
    const Rgb gray = rgb(level * 0x010101);
    const double better = std::max(contrast(black, gray), contrast(white, gray));
    EXPECT_NEAR(contrast(ink_on(gray), gray), better, 0.06) << level;
  }
}

}  // namespace
}  // namespace texelscope::app
