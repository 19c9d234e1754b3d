#include "texelscope/gpu/extent.h"

#include <gtest/gtest.h>

#include <limits>
#include <random>

#include "gpu/layout/checked_size.h"
#include "texelscope/gpu/cuda_array.h"
#include "texelscope/gpu/error.h"
#include "texelscope/kernels/index.h"

namespace texelscope::gpu {
namespace {

constexpr std::uint64_t largest_extent = std::numeric_limits<std::uint64_t>::max();

TEST(Extent, IsWrittenAsAListOfSizesOfAnyRank) {
  EXPECT_EQ((ArrayDescriptor{.shape = {64}}).shape, Extent(64));
  EXPECT_EQ((ArrayDescriptor{.shape = {64, 32}}).shape, Extent(64, 32));
  EXPECT_EQ((ArrayDescriptor{.shape = {64, 32, 8}}).shape, Extent(64, 32, 8));
}

TEST(Extent, HasTheRankOfItsSizesAndOnesBeyond) {
  const Extent line(7);
  EXPECT_EQ(line.rank(), 1);
  EXPECT_EQ(line.width(), 7U);
  EXPECT_EQ(line.height(), 1U);
  EXPECT_EQ(line.depth(), 1U);
  const Extent box(7, 5, 3);
  EXPECT_EQ(box.rank(), 3);
  EXPECT_EQ(box[0], 7U);
  EXPECT_EQ(box[1], 5U);
  EXPECT_EQ(box[2], 3U);
}

TEST(Extent, DistinguishesRanks) {
  EXPECT_NE(Extent(7), Extent(7, 1));
  EXPECT_EQ(Extent(7, 5), Extent(7, 5));
}

TEST(Extent, CountsTexels) {
  EXPECT_EQ(Extent(7).volume(), 7U);
  EXPECT_EQ(Extent(7, 5).volume(), 35U);
  EXPECT_EQ(Extent(7, 5, 3).volume(), 105U);
  EXPECT_EQ(Extent(7, 0, 3).volume(), 0U);
  EXPECT_EQ(Extent(largest_extent).volume(), largest_extent);
}

TEST(Extent, RejectsAVolumeBeyond64Bits) {
  const std::uint64_t half = std::uint64_t{1} << 32U;
  EXPECT_EQ(Extent(half, half - 1).volume(), half * (half - 1));
  try {
    static_cast<void>(Extent(half, half).volume());
    FAIL();
  } catch (const InvalidArgument& error) {
    EXPECT_NE(std::string(error.what()).find("4294967296x4294967296"), std::string::npos) << error.what();
  }
}

TEST(Extent, ConvertsToALaunchExtent) {
  const kernels::LaunchExtent line = Extent(7);
  EXPECT_EQ(line.width, 7);
  EXPECT_EQ(line.height, 1);
  EXPECT_EQ(line.depth, 1);
  const kernels::LaunchExtent box = Extent(7, 5, 2147483647);
  EXPECT_EQ(box.width, 7);
  EXPECT_EQ(box.height, 5);
  EXPECT_EQ(box.depth, 2147483647);
  try {
    static_cast<void>(static_cast<kernels::LaunchExtent>(Extent(7, 2147483648)));
    FAIL();
  } catch (const InvalidArgument& error) {
    EXPECT_STREQ(error.what(),
                 "cannot launch a kernel over the extent 7x2147483648: 2147483648 along an axis exceeds 2147483647; "
                 "launch it in parts");
  }
}

TEST(Extent, IsWrittenWidthFirst) {
  EXPECT_EQ(to_string(Extent(640)), "640");
  EXPECT_EQ(to_string(Extent(640, 480)), "640x480");
  EXPECT_EQ(to_string(Extent(64, 32, 16)), "64x32x16");
}

TEST(CheckedMultiply, AgreesWithWiderArithmetic) {
  std::mt19937_64 random{7};
  for (int i = 0; i < 10000; ++i) {
    const std::uint64_t a = random() >> (random() % 64);
    const std::uint64_t b = random() >> (random() % 64);
    __extension__ using Wide = unsigned __int128;
    const Wide exact = static_cast<Wide>(a) * b;
    if (exact > largest_extent) {
      EXPECT_EQ(checked_multiply(a, b), std::nullopt) << a << " * " << b;
    } else {
      EXPECT_EQ(checked_multiply(a, b), static_cast<std::uint64_t>(exact)) << a << " * " << b;
    }
  }
}

}  // namespace
}  // namespace texelscope::gpu
