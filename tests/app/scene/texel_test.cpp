#include "app/scene/texel.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

#include "app/images/view.h"
#include "app/scene/picture_tone.h"

namespace texelscope::app {
namespace {

TEST(Texel, PrintsBytesAsBytes) {
  EXPECT_EQ(channel_text(FrameFormat::rgba8, 0), "0");
  EXPECT_EQ(channel_text(FrameFormat::rgba8, 255), "255");
  EXPECT_EQ(texel_text(FrameFormat::rgba8, {1, 2, 3, 255}), "1 2 3 255");
}

TEST(Texel, PrintsFloatsWithinTheirWidthAndNearTheirValue) {
  for (const int width : {5, 6, 7, 8, 9}) {
    for (float magnitude = 1e-30F; magnitude < 1e30F; magnitude *= 3.7F) {
      for (const float value : {magnitude, -magnitude}) {
        const std::string text = channel_text(FrameFormat::rgba32f, value, width);
        EXPECT_LE(text.size(), static_cast<std::size_t>(width) + 1) << value << " in " << width;
        EXPECT_NEAR(std::strtof(text.c_str(), nullptr) / value, 1, 0.5) << text;
      }
    }
  }
  EXPECT_EQ(channel_text(FrameFormat::rgba32f, 0, 5), "0.000");
  EXPECT_EQ(channel_text(FrameFormat::rgba32f, 0.5F, 7), "0.50000");
  EXPECT_EQ(channel_text(FrameFormat::rgba32f, std::nanf(""), 7), "nan");
  EXPECT_EQ(channel_text(FrameFormat::rgba32f, -std::numeric_limits<float>::infinity(), 7), "-inf");
}

template <class Sample>
Image picture_of(int channels, gpu::DataType type, std::vector<Sample> samples) {
  Image image{static_cast<int>(samples.size()) / channels, 1, channels, type,
              std::vector<std::byte>(samples.size() * sizeof(Sample))};
  std::memcpy(image.pixels.data(), samples.data(), image.pixels.size());
  return image;
}

TEST(PictureTexel, HasTheValuesOfTheFile) {
  const Image color = picture_of<std::uint8_t>(3, gpu::DataType::uint8, {1, 2, 3, 200, 100, 255});
  EXPECT_EQ(texel_text(*picture_texel(color, 1.9, 0.5), TexelNotation::stored), "200 100 255");
  const Image deep = picture_of<std::uint16_t>(2, gpu::DataType::uint16, {65535, 0, 40000, 65534});
  EXPECT_EQ(texel_text(*picture_texel(deep, 1, 0), TexelNotation::stored), "40000 65534");
  const Image real = picture_of<float>(1, gpu::DataType::float32, {0.1F + 0.2F, -1e-30F});
  EXPECT_EQ(std::strtof(texel_text(*picture_texel(real, 0, 0), TexelNotation::stored).c_str(), nullptr), 0.1F + 0.2F);
  EXPECT_EQ(texel_text(*picture_texel(real, 1, 0), TexelNotation::stored), "-1e-30");
}

TEST(PictureTexel, IsNothingOutsideThePicture) {
  const Image image = picture_of<std::uint8_t>(1, gpu::DataType::uint8, {1, 2, 3});
  for (const Point& at : {Point{-0.001, 0}, Point{3, 0}, Point{0, 1}, Point{0, -1}, Point{std::nan(""), 0}}) {
    EXPECT_FALSE(picture_texel(image, at.x, at.y)) << at.x << ", " << at.y;
  }
}

TEST(PictureTexel, IsWrittenInHexadecimalByItsBits) {
  EXPECT_EQ(texel_text({gpu::DataType::uint8, 3, {10, 255, 0}}, TexelNotation::hexadecimal), "0A FF 00");
  EXPECT_EQ(texel_text({gpu::DataType::uint16, 1, {65534}}, TexelNotation::hexadecimal), "FFFE");
  EXPECT_EQ(texel_text({gpu::DataType::float32, 1, {1}}, TexelNotation::hexadecimal), "3F800000");
}

TEST(PictureTexel, IsWrittenAsLinearLightExceptForItsAlpha) {
  EXPECT_EQ(texel_text({gpu::DataType::uint8, 2, {255, 51}}, TexelNotation::linear), "1 0.2");
  // The value 188 / 255, decoded by IEC 61966-2-1.
  const std::string half = texel_text({gpu::DataType::uint8, 1, {188}}, TexelNotation::linear);
  EXPECT_NEAR(std::strtod(half.c_str(), nullptr), 0.50288646, 1e-6);
  EXPECT_EQ(texel_text({gpu::DataType::float32, 1, {0.25F}}, TexelNotation::linear), "0.25");
}

TEST(PictureTexel, IsWrittenAsAFractionOfTheLargestInteger) {
  EXPECT_EQ(texel_text({gpu::DataType::uint8, 2, {51, 255}}, TexelNotation::fraction), "0.2 1");
  EXPECT_EQ(texel_text({gpu::DataType::uint16, 1, {65535}}, TexelNotation::fraction), "1");
}

TEST(PictureTexel, FitsItsColumnAlsoAsALargeFloat) {
  const PictureTexel texel{gpu::DataType::float32, 1, {double{-9007199254740992.0F}}};
  EXPECT_EQ(channel_text(texel, 0, TexelNotation::stored, 15), "-9.0071993e+15");
  EXPECT_EQ(channel_text({gpu::DataType::float32, 1, {0.1F}}, 0, TexelNotation::stored, 15), "0.1");
}

TEST(PictureTexel, HasTheNotationsThatDiffer) {
  using enum TexelNotation;
  const auto notations_of = [](const Image& image) {
    std::vector<TexelNotation> notations{stored};
    while (notations.size() < 9 && notation_after(notations.back(), image) != stored) {
      notations.push_back(notation_after(notations.back(), image));
    }
    return notations;
  };
  Image image{1, 1, 4, gpu::DataType::uint8, {}};
  StoredTexels blocks;
  EXPECT_EQ(notations_of(image), (std::vector{stored, hexadecimal, fraction, linear}));
  blocks.name = "BC1_UNORM_SRGB";
  image.stored = std::make_shared<const StoredTexels>(blocks);
  EXPECT_EQ(notations_of(image), (std::vector{stored, hexadecimal, fraction, linear}));
  blocks.name = "BC5_UNORM";
  image.stored = std::make_shared<const StoredTexels>(blocks);
  EXPECT_EQ(notations_of(image), (std::vector{stored, hexadecimal, fraction})) << "normals are not light";
  image.type = gpu::DataType::uint32;
  EXPECT_EQ(notations_of(image), (std::vector{stored, hexadecimal}));
  EXPECT_EQ(notation_after(linear, image), stored) << "of the picture before";
  EXPECT_EQ(notation_for(linear, image), stored);
  EXPECT_EQ(notation_for(hexadecimal, image), hexadecimal);
}

TEST(PictureTexel, IsShownInGrayWithoutColor) {
  EXPECT_EQ(shown_color({gpu::DataType::uint8, 2, {255, 0}}, {}), (std::array<float, 4>{1, 1, 1, 0}));
  EXPECT_EQ(shown_color({gpu::DataType::uint16, 3, {0, 65535, 0}}, {}), (std::array<float, 4>{0, 1, 0, 1}));
  EXPECT_EQ(shown_color({gpu::DataType::float32, 1, {4}}, {.is_encoded = false, .gain = 0.125F})[2],
            shown_color(FrameFormat::rgba32f, {0, 0, 0.5F}, 0)[2]);
}

TEST(Texel, CopiesEveryDigitOfAFloat) {
  const float value = 0.1F + 0.2F;
  const std::string text = texel_text(FrameFormat::rgba32f, {value, 0, 1, 1});
  EXPECT_EQ(std::strtof(text.c_str(), nullptr), value);
}

TEST(Texel, ShowsFloatsThroughTheExposure) {
  const TexelValue value{0.25F, 4, -1, 1};
  const auto color = shown_color(FrameFormat::rgba32f, value, 1);
  // The sRGB encoding of 0.5 is 0.7354.
  EXPECT_NEAR(color[0], 0.7354F, 1e-4);
  EXPECT_FLOAT_EQ(color[1], 1);
  EXPECT_FLOAT_EQ(color[2], 0);
  EXPECT_FLOAT_EQ(shown_color(FrameFormat::rgba8, {51, 0, 0, 255}, 5)[0], 0.2F);
  EXPECT_EQ(shown_color(FrameFormat::rgba32f, {std::nanf(""), 0, 0, 1}, 0), (std::array<float, 3>{1, 0, 1}));
}

TEST(Texel, ShowsEncodedFloatsUnchanged) {
  const auto color = shown_color(FrameFormat::rgba32f_encoded, {0.25F, 4, -1, 1}, 1);
  EXPECT_EQ(color, (std::array<float, 3>{0.25F, 1, 0}));
}

TEST(TexelPatch, HasOnlyTexelsInsideTheFrame) {
  TexelPatch patch{.x = 5, .y = 7, .width = 2, .height = 1, .format = FrameFormat::rgba32f};
  const float values[8] = {1, 2, 3, 4, 5, 6, 7, 8};
  patch.bytes.resize(sizeof values);
  std::memcpy(patch.bytes.data(), values, sizeof values);
  EXPECT_FALSE(patch.at(4, 7));
  EXPECT_FALSE(patch.at(5, 8));
  EXPECT_FALSE(patch.at(7, 7));
  ASSERT_TRUE(patch.at(6, 7));
  EXPECT_EQ((*patch.at(6, 7))[2], 7);
}

}  // namespace
}  // namespace texelscope::app
