#include "app/texture/mip_levels.h"

#include <gtest/gtest.h>

#include "tests/app/npy_file.h"
#include "texelscope/gpu/error.h"

namespace texelscope::app {
namespace {

using gpu::DataType;
using gpu::Extent;
using tests::numbers_of;

gpu::ArrayDescriptor array_of(Extent shape, DataType format, int num_channels = 1) {
  gpu::ArrayDescriptor array;
  array.shape = shape;
  array.format = format;
  array.num_channels = num_channels;
  return array;
}

template <class T>
std::vector<T> second_level(const gpu::ArrayDescriptor& array, const std::vector<T>& texels) {
  const auto levels = make_mip_levels(array, std::as_bytes(std::span(texels)), 2);
  EXPECT_EQ(levels.size(), 2U);
  EXPECT_EQ(numbers_of<T>(levels[0]), texels);
  return numbers_of<T>(levels[1]);
}

TEST(MipLevels, AverageEachChannelOfFourTexels) {
  EXPECT_EQ(second_level<std::uint8_t>(array_of(Extent(4, 2), DataType::uint8, 2), {10, 0, 20, 0, 1, 255, 3, 255,  //
                                                                                    30, 0, 40, 4, 5, 255, 7, 255}),
            (std::vector<std::uint8_t>{25, 1, 4, 255}));
}

TEST(MipLevels, SkipTheLastTexelOfAnOddExtentAndKeepAnExtentOfOne) {
  EXPECT_EQ(second_level<float>(array_of(Extent(5, 1), DataType::float32), {1, 2, 5, 7, 100}),
            (std::vector<float>{1.5F, 6}));
  EXPECT_EQ(second_level<float>(array_of(Extent(1), DataType::float32), {3}), (std::vector<float>{3}));
}

TEST(MipLevels, RoundIntegersHalfUp) {
  EXPECT_EQ(second_level<std::int16_t>(array_of(Extent(10), DataType::int16),
                                       {0, 1, 0, -1, -3, -2, -32768, -32768, 32767, 32767}),
            (std::vector<std::int16_t>{1, 0, -2, -32768, 32767}));
  EXPECT_EQ(second_level<std::uint32_t>(array_of(Extent(2), DataType::uint32), {0xFFFFFFFFU, 0xFFFFFFFEU}),
            (std::vector<std::uint32_t>{0xFFFFFFFFU}));
}

TEST(MipLevels, AverageVolumesAlongThreeAxesAndLayersSeparately) {
  EXPECT_EQ(second_level<float>(array_of(Extent(2, 2, 2), DataType::float32), {0, 8, 16, 24, 32, 40, 48, 56}),
            (std::vector<float>{28}));
  gpu::ArrayDescriptor layered = array_of(Extent(2, 2), DataType::float32);
  layered.kind = gpu::ArrayKind::layered;
  layered.num_layers = 2;
  EXPECT_EQ(second_level<float>(layered, {0, 8, 16, 24, 32, 40, 48, 56}), (std::vector<float>{12, 44}));
}

TEST(MipLevels, AverageHalvesAsFloats) {
  // The values are 1 and 1 + 2⁻¹⁰ in float16. Their mean is a tie, which rounds to even.
  EXPECT_EQ(second_level<std::uint16_t>(array_of(Extent(4), DataType::float16), {0x3C00, 0x3C01, 0x4000, 0x4200}),
            (std::vector<std::uint16_t>{0x3C00, 0x4100}));
}

TEST(MipLevels, AreComputedFromThePreviousLevelDownToOneTexel) {
  const std::vector<std::uint8_t> texels{0, 1, 4, 5, 255, 255, 255, 255};
  const auto levels = make_mip_levels(array_of(Extent(8), DataType::uint8), std::as_bytes(std::span(texels)), 4);
  ASSERT_EQ(levels.size(), 4U);
  EXPECT_EQ(numbers_of<std::uint8_t>(levels[1]), (std::vector<std::uint8_t>{1, 5, 255, 255}));
  EXPECT_EQ(numbers_of<std::uint8_t>(levels[2]), (std::vector<std::uint8_t>{3, 255}));
  EXPECT_EQ(numbers_of<std::uint8_t>(levels[3]), (std::vector<std::uint8_t>{129}));
}

TEST(MipLevels, AreRefusedForTexelsOfAnotherSize) {
  EXPECT_THROW((void)make_mip_levels(array_of(Extent(8), DataType::uint8), std::vector<std::byte>(7), 2),
               gpu::InvalidArgument);
}

}  // namespace
}  // namespace texelscope::app
