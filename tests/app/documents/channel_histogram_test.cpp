#include "app/documents/channel_histogram.h"

#include <gtest/gtest.h>

#include <cstring>
#include <limits>
#include <numeric>
#include <vector>

namespace texelscope::app {
namespace {

template <class Sample>
Image picture(int width, int height, int channels, gpu::DataType type, const std::vector<Sample>& values) {
  Image image{width, height, channels, type, std::vector<std::byte>(values.size() * sizeof(Sample))};
  std::memcpy(image.pixels.data(), values.data(), image.pixels.size());
  return image;
}

TEST(ChannelHistogram, CountsEachBytePerChannelWithoutAlpha) {
  std::vector<std::uint8_t> values;
  for (int i = 0; i < 256 * 100; ++i) {
    values.insert(values.end(), {static_cast<std::uint8_t>(i), 7, 255, static_cast<std::uint8_t>(i / 7)});
  }
  const ChannelHistogram counts = channel_histogram(picture(256, 100, 4, gpu::DataType::uint8, values));
  ASSERT_EQ(counts.channels.size(), 3U);
  for (const std::uint64_t count : counts.channels[0]) {
    EXPECT_EQ(count, 400U) << "four values in each bin";
  }
  EXPECT_EQ(counts.channels[1][1], 25600U);
  EXPECT_EQ(counts.channels[2][ChannelHistogram::num_bins - 1], 25600U);
  EXPECT_EQ(counts.most, 25600U);
}

TEST(ChannelHistogram, HasTheRangeOfFiniteFloatsAndAtLeastZeroToOne) {
  constexpr float infinite = std::numeric_limits<float>::infinity();
  constexpr float nan = std::numeric_limits<float>::quiet_NaN();
  const ChannelHistogram wide =
      channel_histogram(picture<float>(6, 1, 1, gpu::DataType::float32, {-2, 6, nan, infinite, -infinite, 6}));
  EXPECT_EQ(wide.low, -2);
  EXPECT_EQ(wide.high, 6);
  EXPECT_EQ(std::accumulate(wide.channels[0].begin(), wide.channels[0].end(), std::uint64_t{0}), 3U);
  EXPECT_EQ(wide.channels[0].back(), 2U) << "the largest value is in the last bin";
  const ChannelHistogram narrow = channel_histogram(picture<float>(1, 1, 1, gpu::DataType::float32, {0.5F}));
  EXPECT_EQ(narrow.low, 0);
  EXPECT_EQ(narrow.high, 1);
  EXPECT_EQ(narrow.channels[0][ChannelHistogram::num_bins / 2], 1U);
}

TEST(ChannelHistogram, KeepsRareOutliersInItsOuterBins) {
  std::vector<float> values(100'000);
  for (std::size_t i = 0; i < values.size(); ++i) {
    values[i] = 4 * static_cast<float>(i) / static_cast<float>(values.size());
  }
  values[500] = 1e6F;
  values[77'000] = -1e30F;
  const ChannelHistogram counts = channel_histogram(picture<float>(1000, 100, 1, gpu::DataType::float32, values));
  EXPECT_EQ(counts.low, 0);
  EXPECT_NEAR(counts.high, 4, 0.05);
  EXPECT_EQ(std::accumulate(counts.channels[0].begin(), counts.channels[0].end(), std::uint64_t{0}), values.size());
  // Values of equal frequency are in bins of equal height.
  EXPECT_NEAR(static_cast<double>(counts.channels[0][ChannelHistogram::num_bins / 2]),
              static_cast<double>(values.size()) / ChannelHistogram::num_bins, 10);
}

TEST(ChannelHistogram, CountsRedAndGreenBoth) {
  Image image = picture<std::uint16_t>(1, 1, 2, gpu::DataType::uint16, {0, 65535});
  EXPECT_EQ(channel_histogram(image).channels.size(), 1U) << "gray and alpha";
  image.is_red_green = true;
  EXPECT_EQ(channel_histogram(image).channels.size(), 2U);
}

}  // namespace
}  // namespace texelscope::app
