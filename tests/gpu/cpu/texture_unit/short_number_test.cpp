#include "gpu/cpu/texture_unit/short_number.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace texelscope::gpu::cpu::texture_unit {
namespace {

TEST(ShortNumber, Keeps10Bits) {
  EXPECT_EQ(truncated(1023), 1023);
  EXPECT_EQ(truncated(1025), 1024);
  EXPECT_EQ(truncated(-1027), -1026);
  EXPECT_EQ(truncated(0), 0);
}

TEST(ShortNumber, RoundsScaledNumbersHalfUpAndTruncatesTheResult) {
  // 513 · 11 / 8 = 705.4, 516 · 11 / 8 = 709.5.
  EXPECT_EQ(scaled(513, Scale(11, 3, 3)), 705);
  EXPECT_EQ(scaled(-516, Scale(11, 3, 3)), 710);
  // 1023 · 11 / 8 = 1406.6 has 11 bits.
  EXPECT_EQ(scaled(1023, Scale(11, 3, 3)), 1406);
  EXPECT_EQ(scaled(1022, Scale(11, 3, 3)), 1404);
}

TEST(ShortNumber, AlignsSumsWithOneGuardBit) {
  EXPECT_EQ(short_sums(512, 0.5).sum, 512);
  EXPECT_EQ(short_sums(512, 0.5).difference, 511.5);
  EXPECT_EQ(short_sums(512, 0.25).difference, 512);
  EXPECT_EQ(short_sums(512, 1).sum, 513);
  EXPECT_EQ(short_sums(1023, 1).sum, 1024);
  EXPECT_EQ(short_sums(1, -1).sum, 0);
  EXPECT_EQ(short_sums(1, -1).difference, 2);
  EXPECT_EQ(short_sums(0, 0).difference, 0);
  EXPECT_EQ(short_sums(0x1p127, 0x1p-140).sum, 0x1p127);
}

// The first two are from the recordings: the level belongs to the difference 1, not to 1 − 2^−24.
TEST(ShortNumber, AlignsDifferencesOfFloatsWithOneGuardBit) {
  EXPECT_EQ(aligned_difference(0x1.9ffeeap-4F, 0x1.19ffeep+0F), 1);
  EXPECT_EQ(aligned_difference(-0x1.b24a42p-1F, -0x1.1b24a4p+3F), -8);
  EXPECT_EQ(aligned_difference(-0x1p-25F, 1), 1);
  EXPECT_EQ(aligned_difference(-0x1p-24F, 1), 1 + 0x1p-24);
  EXPECT_EQ(aligned_difference(0x1.fffffep+0F, 0x1p-24F), -0x1.fffffep+0 + 0x1p-24);
  EXPECT_EQ(aligned_difference(0, 0), 0);
}

TEST(ShortNumber, SubtractsInfinitiesAndNaNAsFloats) {
  constexpr float infinity = std::numeric_limits<float>::infinity();
  EXPECT_EQ(aligned_difference(1, -infinity), -infinity);
  EXPECT_TRUE(std::isnan(aligned_difference(infinity, infinity)));
  EXPECT_TRUE(std::isnan(aligned_difference(0, std::numeric_limits<float>::quiet_NaN())));
}

TEST(ShortNumber, RoundsProductsUp) {
  EXPECT_EQ(short_product(3, -5), -15);
  // 513 · 3 = 1539 becomes even, 513 · 5 = 2565 a multiple of 4.
  EXPECT_EQ(short_product(513, 3), 1540);
  EXPECT_EQ(short_product(-513, -5), 2568);
  EXPECT_EQ(short_product(513, 0), 0);
}

// By the rule itself, for all significands.
TEST(ShortNumber, AddsATruncatedProductForEachBit) {
  for (int first = 512; first < 1024; ++first) {
    for (int second = 512; second < 1024; ++second) {
      int eighths = 0;
      for (int bit = 0; bit < 10; ++bit) {
        eighths += (second >> bit & 1) * ((first << (bit + 3)) >> 9);
      }
      ASSERT_EQ(short_product(first, second), 512 * ((eighths + 7) >> 3)) << first << " " << second;
    }
  }
}

TEST(ShortNumber, HasLogarithmsAndPowersIn256ths) {
  EXPECT_EQ(short_logarithm(1), 0);
  EXPECT_EQ(short_logarithm(0.25), -512);
  EXPECT_EQ(short_logarithm(6), 512 + 150);
  EXPECT_EQ(short_power(0), 256);
  EXPECT_EQ(short_power(128), 181);
  EXPECT_EQ(short_power(255), 128);
}

}  // namespace
}  // namespace texelscope::gpu::cpu::texture_unit
