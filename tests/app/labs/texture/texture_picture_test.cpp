#include "app/labs/texture/texture_picture.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstring>

#include "app/texture/fetched_value.h"

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

TEST(FetchedValue, CountsFloatsBetweenTwo) {
  const auto apart = [](float a, float b) { return distance(bits(a), bits(b), ResultKind::floats); };
  EXPECT_EQ(apart(1, 1), 0U);
  EXPECT_EQ(apart(1, std::nextafter(1.0F, 2.0F)), 1U);
  EXPECT_EQ(apart(-1, std::nextafter(-1.0F, 0.0F)), 1U);
  EXPECT_EQ(apart(0.0F, -0.0F), 1U);
  EXPECT_EQ(apart(1, 2), 1U << 23U);
  EXPECT_EQ(apart(NAN, -NAN), 0U);
  EXPECT_EQ(apart(NAN, 1), 0xFFFFFFFFU);
  EXPECT_EQ(distance(3, 0xFFFFFFFEU, ResultKind::signed_integers), 5U);
  EXPECT_EQ(distance(3, 0xFFFFFFFEU, ResultKind::unsigned_integers), 0xFFFFFFFBU);
}

TEST(FetchedValue, IsToldExactly) {
  EXPECT_EQ(number_text(bits(0.1F), ResultKind::floats), "0.1");
  EXPECT_EQ(number_text(bits(1.0F / 3), ResultKind::floats), "0.33333334");
  EXPECT_EQ(number_text(bits(-NAN), ResultKind::floats), "nan");
  EXPECT_EQ(number_text(0xFFFFFFFDU, ResultKind::signed_integers), "-3");
  EXPECT_EQ(number_text(0xFFFFFFFDU, ResultKind::unsigned_integers), "4294967293");
  EXPECT_EQ(bits_text(0x3F800000U), "3f800000");
  EXPECT_EQ(distance_text(bits(1), bits(1), ResultKind::floats), "equal bits");
  EXPECT_EQ(distance_text(bits(1), bits(NAN), ResultKind::floats), "NaN against a number");
  EXPECT_EQ(distance_text(7, 9, ResultKind::unsigned_integers), "2 apart");
}

TEST(TexturePicture, ShowsChannelsAsColoursOrGrey) {
  const FetchedTexel texel{bits(1), bits(0.5F), bits(0), bits(0.2F)};
  EXPECT_EQ(shown_rgb(floats({texel}), texel, ShownChannels::color), (Rgb{255, 128, 0}));
  EXPECT_EQ(shown_rgb(floats({texel}), texel, ShownChannels::y), (Rgb{128, 128, 128}));
  EXPECT_EQ(shown_rgb(floats({texel}), texel, ShownChannels::w), (Rgb{51, 51, 51}));
  EXPECT_EQ(shown_rgb(floats({texel}, 1), texel, ShownChannels::color), (Rgb{255, 255, 255}));
  EXPECT_EQ(shown_rgb(floats({texel}, 2), texel, ShownChannels::color), (Rgb{255, 128, 0}));
  const FetchedTexel broken{bits(NAN), 0, 0, 0};
  EXPECT_EQ(shown_rgb(floats({broken}), broken, ShownChannels::color), (Rgb{255, 0, 255}));
}

TEST(TexturePicture, SpansWhatTheTexelsCanGive) {
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
  EXPECT_EQ(pixel(image, 1), (Rgb{0, 0, 0})) << "NaN on both sides is no difference";
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
  EXPECT_EQ(bit_differences(left, one_channel).differing, 0U) << "a channel that the array lacks counts for nothing";
}

}  // namespace
}  // namespace texelscope::app
