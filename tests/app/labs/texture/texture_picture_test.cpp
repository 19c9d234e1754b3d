#include "app/labs/texture/texture_picture.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstring>

namespace texelscope::app {
namespace {

using gpu::DataType;

std::uint32_t bits(float value) { return std::bit_cast<std::uint32_t>(value); }

FetchedPicture floats(std::vector<FetchedTexel> texels, int num_channels = 4) {
  const auto width = static_cast<int>(texels.size());
  return {width, 1, std::move(texels), ResultKind::floats, num_channels, {}};
}

Rgb pixel(const std::shared_ptr<const Image>& image, std::size_t x) {
  const auto at = [&](std::size_t channel) { return static_cast<std::uint8_t>(image->pixels[4 * x + channel]); };
  return {at(0), at(1), at(2)};
}

TEST(TexturePicture, ShowsChannelsAsColorsOrGray) {
  const FetchedTexel texel{bits(1), bits(0.5F), bits(0), bits(0.2F)};
  EXPECT_EQ(shown_rgb(floats({texel}), texel, ShownChannels::color), (Rgb{255, 128, 0}));
  EXPECT_EQ(shown_rgb(floats({texel}), texel, ShownChannels::y), (Rgb{128, 128, 128}));
  EXPECT_EQ(shown_rgb(floats({texel}), texel, ShownChannels::w), (Rgb{51, 51, 51}));
  EXPECT_EQ(shown_rgb(floats({texel}, 1), texel, ShownChannels::color), (Rgb{255, 255, 255}));
  EXPECT_EQ(shown_rgb(floats({texel}, 2), texel, ShownChannels::color), (Rgb{255, 128, 0}));
  const FetchedTexel broken{bits(NAN), 0, 0, 0};
  EXPECT_EQ(shown_rgb(floats({broken}), broken, ShownChannels::color), (Rgb{255, 0, 255}));
}

TEST(TexturePicture, SpansTheRangeOfTheTexels) {
  TextureSetup setup;
  setup.array.format = DataType::uint8;
  EXPECT_EQ(shown_range(setup), (ShownRange{0, 255}));
  setup.array.format = DataType::int16;
  EXPECT_EQ(shown_range(setup), (ShownRange{-32768, 32767}));
  setup.texture.read_mode = gpu::ReadMode::normalized_float;
  EXPECT_EQ(shown_range(setup), (ShownRange{-1, 1}));
  setup.array.format = DataType::float32;
  const auto fill = [&](const std::vector<float>& values) {
    setup.levels = {std::vector<std::byte>(values.size() * sizeof(float))};
    std::memcpy(setup.levels[0].data(), values.data(), setup.levels[0].size());
  };
  fill({0.25F, 0.5F});
  EXPECT_EQ(shown_range(setup), (ShownRange{0, 1}));
  fill({-3, 7});
  EXPECT_EQ(shown_range(setup), (ShownRange{-3, 7}));
}

TEST(TexturePicture, AmplifiesDifferences) {
  const FetchedPicture a = floats({{bits(0.5F), bits(1), 0, 0}, {bits(NAN), 0, 0, 0}});
  const FetchedPicture b = floats({{bits(0.25F), bits(0.9F), 0, 0}, {bits(NAN), 0, 0, 0}});
  const auto image = difference_image(a, b, ShownChannels::color, 2);
  EXPECT_EQ(pixel(image, 0), (Rgb{128, 51, 0}));
  EXPECT_EQ(pixel(image, 1), (Rgb{0, 0, 0})) << "NaN on both sides is not a difference";
}

TEST(TexturePicture, CountsWhereBitsDiffer) {
  const FetchedPicture a = floats({{bits(1), 0, 0, 0}, {bits(1), 0, 0, 0}, {bits(1), 0, 0, 0}});
  const FetchedPicture b = floats({{bits(1), 0, 0, 0}, {bits(1) + 1, 0, 0, 0}, {bits(2), 0, 0, 0}});
  const BitDifferences found = bit_differences(a, b);
  EXPECT_EQ(found.differing, 2U);
  EXPECT_EQ(found.largest, 1U << 23U);
  EXPECT_EQ(found.largest_value, 1.0);
  EXPECT_NE(pixel(found.image, 1), pixel(found.image, 0));
  EXPECT_NE(pixel(found.image, 1), pixel(found.image, 2));
  FetchedPicture one_channel = b;
  one_channel.texels[1][1] = 7;
  EXPECT_EQ(bit_differences(b, one_channel).differing, 1U);
  FetchedPicture left = b;
  left.num_channels = 1;
  EXPECT_EQ(bit_differences(left, one_channel).differing, 0U) << "channels that the array lacks are ignored";
}

}  // namespace
}  // namespace texelscope::app
