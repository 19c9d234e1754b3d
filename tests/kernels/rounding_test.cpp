#include "texelscope/kernels/rounding.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "tests/kernels/accuracy.h"
#include "texelscope/kernels/convert.h"
#include "texelscope/kernels/float16.h"

namespace texelscope::kernels {
namespace {

using tests::infinity;
using tests::not_a_number;

bool is_same(float a, float b) { return bits_of(a) == bits_of(b) || (std::isnan(a) && std::isnan(b)); }

TEST(Rounding, AgreesWithTheCLibraryOverAllFloats) {
  for (std::uint64_t bits = 0; bits < (std::uint64_t{1} << 32); bits += 1021) {
    const float x = float_of(static_cast<std::uint32_t>(bits));
    ASSERT_TRUE(is_same(floor(x), std::floor(x))) << x;
    ASSERT_TRUE(is_same(ceil(x), std::ceil(x))) << x;
    ASSERT_TRUE(is_same(round_to_nearest(x), std::nearbyint(x))) << x;
    ASSERT_TRUE(is_same(absolute(x), std::fabs(x))) << x;
  }
  for (const float x : {0.5F, 1.5F, 2.5F, -0.5F, -1.5F, 8388607.5F, 4194303.25F, -0.0F, 0x1.fffffep-1F}) {
    EXPECT_TRUE(is_same(floor(x), std::floor(x))) << x;
    EXPECT_TRUE(is_same(ceil(x), std::ceil(x))) << x;
    EXPECT_TRUE(is_same(round_to_nearest(x), std::nearbyint(x))) << x;
  }
}

TEST(Rounding, TakesTheFraction) {
  EXPECT_EQ(fraction(2.25F), 0.25F);
  EXPECT_EQ(fraction(-2.25F), 0.75F);
  EXPECT_EQ(fraction(-1e-20F), 1);
  EXPECT_TRUE(std::isnan(fraction(infinity)));
}

TEST(Rounding, PrefersNumbersToNotANumber) {
  EXPECT_EQ(minimum(1, 2), 1);
  EXPECT_EQ(maximum(1, 2), 2);
  EXPECT_EQ(minimum(not_a_number, 2), 2);
  EXPECT_EQ(minimum(2, not_a_number), 2);
  EXPECT_EQ(maximum(not_a_number, 2), 2);
  EXPECT_EQ(maximum(2, not_a_number), 2);
  EXPECT_TRUE(std::isnan(minimum(not_a_number, not_a_number)));
  EXPECT_TRUE(is_same(minimum(0.0F, -0.0F), 0.0F));
  EXPECT_TRUE(is_same(maximum(-0.0F, 0.0F), -0.0F));
  EXPECT_EQ(clamp(not_a_number, 3, 4), 3);
  EXPECT_EQ(clamp(5, 3, 4), 4);
  EXPECT_EQ(clamp(-infinity, 3, 4), 3);
}

TEST(Convert, RoundsHalfUpToEightBits) {
  EXPECT_EQ(to_unorm8(0.0F), 0);
  EXPECT_EQ(to_unorm8(1.0F), 255);
  EXPECT_EQ(to_unorm8(0.5F), 128);  // 127.5
  EXPECT_EQ(to_unorm8(not_a_number), 0);
  EXPECT_EQ(to_unorm8(-infinity), 0);
  EXPECT_EQ(to_unorm8(infinity), 255);
  for (int code = 0; code < 256; ++code) {
    EXPECT_EQ(to_unorm8(from_unorm8(static_cast<std::uint8_t>(code))), code);
  }
  const Uchar4 packed = to_unorm8(Float4{0, 0.2F, 2, not_a_number});
  EXPECT_EQ((std::array<int, 4>{packed.x, packed.y, packed.z, packed.w}), (std::array{0, 51, 255, 0}));
}

TEST(Convert, ClampsIntegersToTheirRange) {
  EXPECT_EQ(float_to_int(2.9F), 2);
  EXPECT_EQ(float_to_int(-2.9F), -2);
  EXPECT_EQ(float_to_int(not_a_number), 0);
  EXPECT_EQ(float_to_int(infinity), 2147483647);
  EXPECT_EQ(float_to_int(2147483648.0F), 2147483647);
  EXPECT_EQ(float_to_int(2147483520.0F), 2147483520);
  EXPECT_EQ(float_to_int(-3e9F), std::numeric_limits<std::int32_t>::min());
  EXPECT_EQ(float_to_int(-2147483648.0F), std::numeric_limits<std::int32_t>::min());
}

/// By definition: the nearest of all float16 values, ties to the even one.
float nearest_float16(float x) {
  if (std::fabs(x) >= 65520) {
    return std::copysign(infinity, x);
  }
  const int exponent = x == 0 ? -14 : std::max(std::ilogb(x), -14);
  const double last = std::ldexp(1.0, exponent - 10);
  return static_cast<float>(std::nearbyint(static_cast<double>(x) / last) * last);
}

TEST(Float16, RoundsToTheNearestEven) {
  for (std::uint64_t bits = 0; bits < (std::uint64_t{1} << 32); bits += 251) {
    const float x = float_of(static_cast<std::uint32_t>(bits));
    const float rounded = float32_from_float16(float16_from_float32(x));
    ASSERT_TRUE(is_same(rounded, std::isnan(x) ? x : nearest_float16(x))) << x;
  }
}

TEST(Float16, KeepsEveryValue) {
  for (std::uint32_t bits = 0; bits < 65536; ++bits) {
    const float value = float32_from_float16(static_cast<std::uint16_t>(bits));
    if (!std::isnan(value)) {
      ASSERT_EQ(float16_from_float32(value), bits);
    } else {
      ASSERT_GT(bits & 0x7FFFU, 0x7C00U);
    }
  }
  EXPECT_EQ(float32_from_float16(0x3C00), 1);
  EXPECT_EQ(float32_from_float16(0x0001), 0x1p-24F);
  EXPECT_EQ(float32_from_float16(0xFBFF), -65504);
  EXPECT_EQ(float32_from_float16(0x7C00), infinity);
}

}  // namespace
}  // namespace texelscope::kernels
