#include "app/scene/texel.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <cstring>
#include <limits>

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

TEST(Texel, CopiesEveryDigitOfAFloat) {
  const float value = 0.1F + 0.2F;
  const std::string text = texel_text(FrameFormat::rgba32f, {value, 0, 1, 1});
  EXPECT_EQ(std::strtof(text.c_str(), nullptr), value);
}

TEST(Texel, ShowsFloatsThroughTheExposure) {
  const TexelValue value{0.25F, 4, -1, 1};
  const auto color = shown_color(FrameFormat::rgba32f, value, 1);
  // sRGB's curve has 0.7354 at 0.5.
  EXPECT_NEAR(color[0], 0.7354F, 1e-4);
  EXPECT_FLOAT_EQ(color[1], 1);
  EXPECT_FLOAT_EQ(color[2], 0);
  EXPECT_FLOAT_EQ(shown_color(FrameFormat::rgba8, {51, 0, 0, 255}, 5)[0], 0.2F);
  EXPECT_EQ(shown_color(FrameFormat::rgba32f, {std::nanf(""), 0, 0, 1}, 0), (std::array<float, 3>{1, 0, 1}));
}

TEST(Texel, ShowsEncodedFloatsAsTheyAre) {
  const auto color = shown_color(FrameFormat::rgba32f_encoded, {0.25F, 4, -1, 1}, 1);
  EXPECT_EQ(color, (std::array<float, 3>{0.25F, 1, 0}));
}

TEST(TexelPatch, HasWhatLiesInsideOnly) {
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
