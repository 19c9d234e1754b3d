#include "app/conformance/conformance_worker.h"

#include <gtest/gtest.h>

#include <bit>
#include <vector>

#include "app/texture/fetched_value.h"

namespace texelscope::app {
namespace {

std::uint32_t bits(float value) { return std::bit_cast<std::uint32_t>(value); }

TEST(UlpDistance, CountsTheFloatsBetween) {
  const auto distance = [](float a, float b) { return ulp_distance(bits(a), bits(b), ResultKind::floats); };
  EXPECT_EQ(distance(1, 1), 0U);
  EXPECT_EQ(distance(1, 1 + 0x1p-23F), 1U);
  EXPECT_EQ(distance(1, 1 - 0x1p-24F), 1U);
  EXPECT_EQ(distance(1, 2), 1U << 23);
  EXPECT_EQ(distance(0.0F, -0.0F), 1U);
  EXPECT_EQ(distance(0x1p-149F, -0x1p-149F), 3U);
  EXPECT_EQ(ulp_distance(0x7F800000U, 0xFF800000U, ResultKind::floats), 0xFF000001U);
}

TEST(UlpDistance, TreatsAllNansAsEqualAndFarFromNumbers) {
  EXPECT_EQ(ulp_distance(0x7FC00000U, 0xFFFFFFFFU, ResultKind::floats), 0U);
  EXPECT_EQ(ulp_distance(0x7FC00000U, 0x7F800000U, ResultKind::floats), UINT32_MAX);
  EXPECT_EQ(ulp_distance(0x3F800000U, 0x7F800001U, ResultKind::floats), UINT32_MAX);
}

TEST(UlpDistance, IsTheDifferenceOfIntegers) {
  EXPECT_EQ(ulp_distance(0xFFFFFFFFU, 1, ResultKind::signed_integers), 2U);
  EXPECT_EQ(ulp_distance(0xFFFFFFFFU, 1, ResultKind::unsigned_integers), 0xFFFFFFFEU);
  EXPECT_EQ(ulp_distance(0x80000000U, 0x7FFFFFFFU, ResultKind::signed_integers), UINT32_MAX);
  // As floats, both patterns would be NaNs.
  EXPECT_EQ(ulp_distance(0x7FC00000U, 0x7FC00001U, ResultKind::unsigned_integers), 1U);
}

TEST(ResultComparison, FindsTheFirstMismatchAndTheLargest) {
  const std::vector<FetchedTexel> expected{{bits(1), 0x7FC00000U}, {bits(2)}, {bits(3)}, {bits(4)}};
  std::vector<FetchedTexel> actual = expected;
  actual[0][1] = 0x7FC01234U;
  EXPECT_EQ(compare_results(expected, actual, ResultKind::floats).mismatches, 0U);
  EXPECT_FALSE(compare_results(expected, actual, ResultKind::floats).first);
  actual[1][0] += 2;
  actual[3][2] += 1;
  actual[3][0] -= 7;
  const ResultComparison found = compare_results(expected, actual, ResultKind::floats);
  EXPECT_EQ(found.mismatches, 2U);
  EXPECT_EQ(found.largest_ulp, 7U);
  EXPECT_EQ(found.first, 1U);
  EXPECT_EQ(compare_results(expected, actual, ResultKind::unsigned_integers).mismatches, 3U);
}

}  // namespace
}  // namespace texelscope::app
