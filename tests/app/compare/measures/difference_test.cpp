#include "app/compare/measures/difference.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <utility>
#include <vector>

#include "texelscope/gpu/error.h"

namespace texelscope::app {
namespace {

template <class Sample>
Image picture(int width, int channels, gpu::DataType type, const std::vector<Sample>& values) {
  Image image{width, static_cast<int>(values.size()) / (width * channels), channels, type,
              std::vector<std::byte>(values.size() * sizeof(Sample))};
  std::memcpy(image.pixels.data(), values.data(), image.pixels.size());
  return image;
}

Image bytes_picture(int width, int channels, const std::vector<std::uint8_t>& values) {
  return picture(width, channels, gpu::DataType::uint8, values);
}

template <class Sample>
std::vector<Sample> values_of(const Image& image) {
  std::vector<Sample> values(image.pixels.size() / sizeof(Sample));
  std::memcpy(values.data(), image.pixels.data(), image.pixels.size());
  return values;
}

TEST(DifferencePicture, HasTheDifferenceOfEachChannel) {
  const Image first = bytes_picture(2, 1, {255, 10});
  const Image second = bytes_picture(2, 1, {0, 61});
  const float step = 51 / 255.0F;
  const auto values = [&](DifferenceKind kind) { return values_of<float>(difference_picture(first, second, kind)); };
  const auto expect_near = [](const std::vector<float>& actual, const std::vector<float>& expected) {
    ASSERT_EQ(actual.size(), expected.size());
    for (std::size_t i = 0; i < actual.size(); ++i) {
      EXPECT_NEAR(actual[i], expected[i], 1e-6 * std::max(1.0F, expected[i])) << i;
    }
  };
  expect_near(values(DifferenceKind::absolute), {1, step});
  expect_near(values(DifferenceKind::signed_values), {1, -step});
  expect_near(values(DifferenceKind::relative), {100, step / (61 / 255.0F + 0.01F)});
  expect_near(values(DifferenceKind::squared), {1, step * step});
}

TEST(DifferencePicture, OfGrayAndColorIsColorWithoutAlpha) {
  const Image gray = bytes_picture(1, 2, {255, 0});
  const Image color = bytes_picture(1, 4, {0, 255, 51, 255});
  const Image difference = difference_picture(gray, color, DifferenceKind::absolute);
  EXPECT_EQ(difference.channels, 3);
  EXPECT_EQ(difference.type, gpu::DataType::float32);
  EXPECT_EQ(values_of<float>(difference), (std::vector{1.0F, 0.0F, 0.8F}));
}

TEST(DifferencePicture, ShowsAlphaWhereNothingElseDiffers) {
  const Image first = bytes_picture(2, 4, {1, 2, 3, 255, 1, 2, 3, 200});
  const Image second = bytes_picture(2, 4, {1, 2, 3, 0, 1, 2, 3, 200});
  EXPECT_EQ(values_of<float>(difference_picture(first, second, DifferenceKind::absolute)),
            (std::vector{1.0F, 1.0F, 1.0F, 0.0F, 0.0F, 0.0F}));
}

TEST(DifferencePicture, OfRedAndGreenIsNotThatOfGrayAndAlpha) {
  Image first = bytes_picture(1, 2, {255, 255});
  Image second = bytes_picture(1, 2, {255, 0});
  first.is_red_green = second.is_red_green = true;
  EXPECT_EQ(values_of<float>(difference_picture(first, second, DifferenceKind::absolute)),
            (std::vector{0.0F, 1.0F, 0.0F}));
}

TEST(DifferencePicture, OfFloatsKeepsNanAndInfinity) {
  constexpr float nan = std::numeric_limits<float>::quiet_NaN();
  constexpr float infinite = std::numeric_limits<float>::infinity();
  const Image first = picture<float>(4, 1, gpu::DataType::float32, {nan, infinite, infinite, 7});
  const Image second = picture<float>(4, 1, gpu::DataType::float32, {1, infinite, 1, 2.5});
  const auto values = values_of<float>(difference_picture(first, second, DifferenceKind::absolute));
  EXPECT_TRUE(std::isnan(values[0]));
  EXPECT_EQ(values[1], 0);
  EXPECT_EQ(values[2], infinite);
  EXPECT_EQ(values[3], 4.5F);
}

TEST(DifferencePicture, OfEightAndSixteenBitsIsZeroForTheSameImage) {
  const Image eight = bytes_picture(2, 1, {0, 200});
  const Image sixteen = picture<std::uint16_t>(2, 1, gpu::DataType::uint16, {0, 200 * 257});
  EXPECT_EQ(values_of<float>(difference_picture(eight, sixteen, DifferenceKind::absolute)), (std::vector<float>(2)));
}

TEST(DifferencePicture, RejectsIncomparableImages) {
  const Image small = bytes_picture(1, 1, {0});
  EXPECT_THROW(static_cast<void>(difference_picture(small, bytes_picture(2, 1, {0, 0}), DifferenceKind::absolute)),
               gpu::InvalidArgument);
  EXPECT_THROW(static_cast<void>(difference_picture(small, picture<float>(1, 1, gpu::DataType::float32, {0}),
                                                    DifferenceKind::squared)),
               gpu::InvalidArgument);
  EXPECT_THROW(static_cast<void>(split_picture(small, bytes_picture(2, 1, {0, 0}), 0)), gpu::InvalidArgument);
}

TEST(SplitPicture, HasTheColumnsOfTheFirstAndThenOfTheSecond) {
  const Image first = bytes_picture(3, 1, {1, 2, 3, 4, 5, 6});
  const Image second = bytes_picture(3, 3, std::vector<std::uint8_t>(18, 9));
  const auto reds = [&](int column) {
    const Image split = split_picture(first, second, column);
    EXPECT_EQ(split.channels, 4);
    std::vector<int> values;
    for (std::size_t texel = 0; texel < 6; ++texel) {
      values.push_back(std::to_integer<int>(split.pixels[texel * 4]));
      EXPECT_EQ(split.pixels[texel * 4 + 3], std::byte{255});
    }
    return values;
  };
  EXPECT_EQ(reds(1), (std::vector{1, 9, 9, 4, 9, 9}));
  EXPECT_EQ(reds(3), (std::vector{1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(reds(-5), (std::vector<int>(6, 9)));
}

TEST(SplitPicture, OfPremultipliedColorsAndColorsWithoutAlphaIsPremultiplied) {
  Image first = picture<float>(2, 4, gpu::DataType::float32, {1, 2, 3, 0.5F, 4, 5, 6, 0});
  first.is_premultiplied = true;
  const Image second = picture<float>(2, 3, gpu::DataType::float32, {7, 8, 9, 10, 11, 12});
  for (const auto& [one, other] : {std::pair(first, second), std::pair(second, first)}) {
    const Image split = split_picture(one, other, 1);
    EXPECT_TRUE(split.is_premultiplied);
    EXPECT_EQ(values_of<float>(split), one.channels == 4
                                           ? (std::vector{1.0F, 2.0F, 3.0F, 0.5F, 10.0F, 11.0F, 12.0F, 1.0F})
                                           : (std::vector{7.0F, 8.0F, 9.0F, 1.0F, 4.0F, 5.0F, 6.0F, 0.0F}));
  }
}

TEST(OverlayPicture, IsTheMeanOfBoth) {
  const Image first{2, 1, 1, gpu::DataType::uint8, {std::byte{10}, std::byte{255}}};
  const Image second{2, 1, 1, gpu::DataType::uint8, {std::byte{13}, std::byte{0}}};
  const Image mean = overlay_picture(first, second);
  ASSERT_EQ(mean.channels, 1);
  EXPECT_EQ(mean.pixels, (std::vector{std::byte{12}, std::byte{128}}));
  Image other = second;
  other.width = 1;
  other.pixels.resize(1);
  EXPECT_THROW(static_cast<void>(overlay_picture(first, other)), gpu::InvalidArgument);
}

}  // namespace
}  // namespace texelscope::app
