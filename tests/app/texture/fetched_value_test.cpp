#include "app/texture/fetched_value.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>

namespace texelscope::app {
namespace {

constexpr float infinity = std::numeric_limits<float>::infinity();

std::uint32_t bits(float value) { return std::bit_cast<std::uint32_t>(value); }

TEST(FetchedValue, IsReadByItsKind) {
  EXPECT_EQ(number_of(0xFFFFFFFFU, ResultKind::unsigned_integers), 4294967295.0);
  EXPECT_EQ(number_of(0xFFFFFFFFU, ResultKind::signed_integers), -1);
  EXPECT_EQ(number_of(bits(-0.5F), ResultKind::floats), -0.5);
  EXPECT_EQ(number_text(0xFFFFFFFDU, ResultKind::signed_integers), "-3");
  EXPECT_EQ(number_text(0xFFFFFFFDU, ResultKind::unsigned_integers), "4294967293");
  EXPECT_EQ(number_text(bits(0.1F), ResultKind::floats), "0.1");
  EXPECT_EQ(number_text(bits(128 / 255.0F), ResultKind::floats), "0.5019608");
  EXPECT_EQ(number_text(bits(-std::nanf("")), ResultKind::floats), "nan");
  EXPECT_EQ(bits_text(0x3F008081U), "3f008081");
  EXPECT_EQ(bits_text(1), "00000001");
}

TEST(FetchedValue, HasADistanceOfTheFloatsBetween) {
  std::mt19937 random{5};
  for (int round = 0; round < 300; ++round) {
    const auto from = std::bit_cast<float>(static_cast<std::uint32_t>(random()));
    if (!std::isfinite(from)) {
      continue;
    }
    float to = from;
    for (std::uint32_t steps = 0; steps < 20; ++steps, to = std::nextafter(to, infinity)) {
      ASSERT_EQ(ulp_distance(bits(from), bits(to), ResultKind::floats), steps) << from;
      ASSERT_EQ(ulp_distance(bits(to), bits(from), ResultKind::floats), steps) << from;
    }
  }
}

TEST(FetchedValue, HasAdjacentZeros) {
  EXPECT_EQ(ulp_distance(bits(0.0F), bits(-0.0F), ResultKind::floats), 1U);
  const float least = std::numeric_limits<float>::denorm_min();
  EXPECT_EQ(ulp_distance(bits(least), bits(-least), ResultKind::floats), 3U);
  EXPECT_EQ(ulp_distance(bits(1), bits(2), ResultKind::floats), 1U << 23U);
  EXPECT_EQ(ulp_distance(bits(std::numeric_limits<float>::max()), bits(infinity), ResultKind::floats), 1U);
}

TEST(FetchedValue, ComparesIntegersByTheirValues) {
  EXPECT_EQ(ulp_distance(0xFFFFFFFFU, 1, ResultKind::signed_integers), 2U);
  EXPECT_EQ(ulp_distance(0xFFFFFFFFU, 1, ResultKind::unsigned_integers), 0xFFFFFFFEU);
  EXPECT_EQ(ulp_distance(0x80000000U, 0x7FFFFFFFU, ResultKind::signed_integers), 0xFFFFFFFFU);
}

TEST(FetchedValue, DescribesTheDistance) {
  const std::uint32_t nan = bits(std::nanf(""));
  EXPECT_EQ(distance_text(7, 7, ResultKind::unsigned_integers), "equal bits");
  EXPECT_EQ(distance_text(7, 10, ResultKind::unsigned_integers), "3 apart");
  EXPECT_EQ(distance_text(bits(1), bits(std::nextafter(1.0F, 2.0F)), ResultKind::floats), "1 ulp apart");
  EXPECT_EQ(distance_text(nan, nan | 1U, ResultKind::floats), "both NaN");
  EXPECT_EQ(distance_text(nan, bits(1), ResultKind::floats), "NaN and a number");
}

}  // namespace
}  // namespace texelscope::app
