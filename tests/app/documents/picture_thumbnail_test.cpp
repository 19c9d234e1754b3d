#include "app/documents/picture_thumbnail.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

#include "app/images/srgb.h"
#include "texelscope/gpu/data_type.h"

namespace texelscope::app {
namespace {

template <class Value>
Image image_of(int width, int height, int channels, gpu::DataType type, const std::vector<Value>& values,
               int depth = 1) {
  Image image{width, height, channels, type, {}, depth};
  image.pixels.resize(values.size() * sizeof(Value));
  std::memcpy(image.pixels.data(), values.data(), image.pixels.size());
  return image;
}

std::vector<int> levels(const Image& image) {
  std::vector<int> all;
  for (const std::byte value : image.pixels) {
    all.push_back(std::to_integer<int>(value));
  }
  return all;
}

TEST(PictureThumbnail, HasTheMeanOfEachBoxInThePicturesProportions) {
  std::vector<std::uint8_t> values;
  for (int i = 0; i < 8 * 4 * 3; ++i) {
    values.push_back(static_cast<std::uint8_t>(i * 37 % 251));
  }
  const Image small = picture_thumbnail(image_of(8, 4, 3, gpu::DataType::uint8, values), 4, 4);
  ASSERT_EQ(small.width, 4);
  ASSERT_EQ(small.height, 2);
  for (std::size_t y = 0; y < 2; ++y) {
    for (std::size_t x = 0; x < 4; ++x) {
      for (std::size_t channel = 0; channel < 3; ++channel) {
        int sum = 0;
        for (const std::size_t texel :
             {2 * y * 8 + 2 * x, 2 * y * 8 + 2 * x + 1, (2 * y + 1) * 8 + 2 * x, (2 * y + 1) * 8 + 2 * x + 1}) {
          sum += values[3 * texel + channel];
        }
        EXPECT_NEAR(levels(small)[4 * (y * 4 + x) + channel], sum / 4.0, 0.5 + 1e-9) << x << " " << y << " " << channel;
      }
      EXPECT_EQ(levels(small)[4 * (y * 4 + x) + 3], 255);
    }
  }
}

TEST(PictureThumbnail, IsNoLargerThanThePictureAndNeverEmpty) {
  const Image one = picture_thumbnail(image_of<std::uint16_t>(1, 1, 1, gpu::DataType::uint16, {65535}), 96, 64);
  EXPECT_EQ(one.width, 1);
  EXPECT_EQ(levels(one), (std::vector{255, 255, 255, 255}));
  const Image line =
      picture_thumbnail(image_of(3000, 1, 1, gpu::DataType::uint8, std::vector<std::uint8_t>(3000, 40)), 96, 64);
  EXPECT_EQ(line.width, 96);
  EXPECT_EQ(line.height, 1);
  EXPECT_EQ(levels(line)[0], 40);
}

TEST(PictureThumbnail, EncodesLightAndShowsNaNAsBlack) {
  constexpr float nan = std::numeric_limits<float>::quiet_NaN();
  constexpr float infinity = std::numeric_limits<float>::infinity();
  const Image small =
      picture_thumbnail(image_of<float>(4, 1, 1, gpu::DataType::float32, {0.25F, nan, infinity, -2}), 4, 1);
  const int quarter = static_cast<int>(std::lround(255 * srgb_from_linear(0.25)));
  EXPECT_EQ(levels(small),
            (std::vector{quarter, quarter, quarter, 255, 0, 0, 0, 255, 255, 255, 255, 255, 0, 0, 0, 255}));
}

TEST(PictureThumbnail, OfALargeTextureIsThatOfASmallLevel) {
  std::vector<std::string> names;
  for (const char* face : {"face +x ", "face -x "}) {
    for (int level = 0; level < 12; ++level) {
      names.push_back(face + std::string("level ") + std::to_string(level));
    }
  }
  EXPECT_EQ(thumbnail_part(names, ""), "face +x level 3") << "of 2048 texels, 256";
  EXPECT_EQ(thumbnail_part(names, "face -x level 0"), "face -x level 3");
  EXPECT_EQ(thumbnail_part(names, "face -x level 1"), "face -x level 1") << "a level that was asked for";
  EXPECT_EQ(thumbnail_part(std::vector<std::string>{"level 0", "level 1"}, ""), "level 0");
  EXPECT_EQ(thumbnail_part(std::vector<std::string>{"page 1", "page 2"}, "page 2"), "page 2");
  EXPECT_EQ(thumbnail_part({}, ""), "");
}

TEST(PictureThumbnail, ShowsAlphaAndTheMiddleOfAVolume) {
  EXPECT_EQ(levels(picture_thumbnail(image_of<std::uint8_t>(1, 1, 2, gpu::DataType::uint8, {90, 30}), 9, 9)),
            (std::vector{90, 90, 90, 30}));
  EXPECT_EQ(levels(picture_thumbnail(image_of<std::uint8_t>(1, 1, 1, gpu::DataType::uint8, {1, 2, 3}, 3), 9, 9)),
            (std::vector{2, 2, 2, 255}));
}

}  // namespace
}  // namespace texelscope::app
