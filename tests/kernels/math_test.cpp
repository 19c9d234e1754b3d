#include "texelscope/kernels/math.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>

#include "tests/kernels/accuracy.h"

namespace texelscope::kernels {
namespace {

using tests::infinity;
using tests::largest_error;
using tests::not_a_number;

constexpr double bound = 0.5001;
constexpr std::uint32_t step = 4093;

#define EXPECT_WITHIN_BOUND(function, exact, step)                                                                     \
  do {                                                                                                                 \
    float at = 0;                                                                                                      \
    const double error =                                                                                               \
        largest_error([](float x) { return function; }, [](long double x) -> long double { return exact; }, step, at); \
    EXPECT_LE(error, bound) << #function << " at x = " << std::hexfloat << at;                                         \
  } while (false)

TEST(Math, StaysWithinItsBoundOverAllFloats) {
  EXPECT_WITHIN_BOUND(sine(x), std::sin(x), step);
  EXPECT_WITHIN_BOUND(cosine(x), std::cos(x), step);
  EXPECT_WITHIN_BOUND(exponential(x), std::exp(x), step);
  EXPECT_WITHIN_BOUND(exponential2(x), std::exp2(x), step);
  EXPECT_WITHIN_BOUND(logarithm(x), std::log(x), step);
  EXPECT_WITHIN_BOUND(logarithm2(x), std::log2(x), step);
  EXPECT_WITHIN_BOUND(square_root(x), std::sqrt(x), step);
}

TEST(Math, RoundsDoublesWithinTheirDocumentedError) {
  const auto error = [](double value, long double exact) {
    return std::fabs(static_cast<long double>(value) / exact - 1);
  };
  for (int k = -300'000; k <= 300'000; ++k) {
    const double t = k * 0.00333333;
    ASSERT_LE(error(detail::exponential2_of_double(t), std::exp2(static_cast<long double>(t))), 0x1p-49L) << t;
    const double mantissa = std::exp2(k / 600'000.0);
    if (k != 0) {
      ASSERT_LE(error(detail::logarithm_of_mantissa(mantissa), std::log(static_cast<long double>(mantissa))), 0x1p-50L)
          << mantissa;
    }
  }
}

// Most floats are huge or tiny; these are in the range that kernels use.
TEST(Math, StaysWithinItsBoundNearOne) {
  double largest = 0;
  for (int k = -400'000; k <= 400'000; ++k) {
    const float x = static_cast<float>(k) * 3.0517578e-5F;
    const auto exact = static_cast<long double>(x);
    largest =
        std::max({largest, tests::error_in_ulp(sine(x), std::sin(exact)),
                  tests::error_in_ulp(cosine(x), std::cos(exact)), tests::error_in_ulp(exponential(x), std::exp(exact)),
                  tests::error_in_ulp(logarithm(x + 13), std::log(static_cast<long double>(x + 13)))});
  }
  EXPECT_LE(largest, bound);
}

TEST(Math, ReducesAnglesNearMultiplesOfPi) {
  // The floats nearest to multiples of π/2, where almost all of the angle cancels.
  for (long double multiple = 1; multiple < 1e38L; multiple = std::floor(multiple * 1.37L) + 1) {
    const auto x = static_cast<float>(multiple * 1.57079632679489661923L);
    EXPECT_LE(tests::error_in_ulp(sine(x), std::sin(static_cast<long double>(x))), bound) << x;
    EXPECT_LE(tests::error_in_ulp(cosine(-x), std::cos(static_cast<long double>(x))), bound) << x;
  }
}

TEST(Math, RaisesToPowersWithinItsBound) {
  EXPECT_WITHIN_BOUND(power(x, 2), std::pow(x, 2.0L), 40'009);
  EXPECT_WITHIN_BOUND(power(x, 2.4F), std::pow(x, static_cast<long double>(2.4F)), 40'009);
  EXPECT_WITHIN_BOUND(power(x, -3), std::pow(x, -3.0L), 40'009);
  EXPECT_WITHIN_BOUND(power(x, 0.5F), x == -HUGE_VALL ? HUGE_VALL : std::pow(x, 0.5L), 40'009);
  EXPECT_WITHIN_BOUND(power(x, 33), std::pow(x, 33.0L), 40'009);
  EXPECT_WITHIN_BOUND(power(1.0001F, x), std::pow(static_cast<long double>(1.0001F), x), 40'009);
  EXPECT_WITHIN_BOUND(power(-3, x), std::pow(-3.0L, x), 40'009);
}

TEST(Math, RaisesToSpecialPowersAsC) {
  constexpr float values[] = {0, -0.0F, 1,        -1,        0.5F,         -0.5F, 2,       -2,
                              3, -3,    infinity, -infinity, not_a_number, 1e30F, 16777215};
  for (const float x : values) {
    for (const float y : values) {
      const float expected = std::pow(x, y);
      const float actual = power(x, y);
      if (std::isnan(expected)) {
        EXPECT_TRUE(std::isnan(actual)) << x << " to " << y;
      } else {
        EXPECT_EQ(bits_of(actual), bits_of(expected)) << x << " to " << y;
      }
    }
  }
}

TEST(Math, FindsAnglesWithinItsBound) {
  EXPECT_WITHIN_BOUND(arctangent2(x, 1), std::atan2(x, 1.0L), 40'009);
  EXPECT_WITHIN_BOUND(arctangent2(x, -3.5F), std::atan2(x, -3.5L), 40'009);
  EXPECT_WITHIN_BOUND(arctangent2(1e30F, x), std::atan2(static_cast<long double>(1e30F), x), 40'009);
  EXPECT_WITHIN_BOUND(arctangent2(-1e-40F, x), std::atan2(static_cast<long double>(-1e-40F), x), 40'009);
  for (const float y : {0.0F, -0.0F, 1.0F, -1.0F, infinity, -infinity}) {
    for (const float x : {0.0F, -0.0F, 1.0F, -1.0F, infinity, -infinity}) {
      EXPECT_LE(
          tests::error_in_ulp(arctangent2(y, x), std::atan2(static_cast<long double>(y), static_cast<long double>(x))),
          bound)
          << y << ", " << x;
    }
  }
  EXPECT_TRUE(std::isnan(arctangent2(not_a_number, 1)));
  EXPECT_TRUE(std::isnan(arctangent2(1, not_a_number)));
}

TEST(Math, MeasuresLengths) {
  EXPECT_EQ(hypotenuse(3, -4), 5);
  EXPECT_EQ(hypotenuse(3e38F, 0), 3e38F);
  EXPECT_EQ(hypotenuse(infinity, 1), infinity);
  EXPECT_EQ(hypotenuse(1e-40F, 0), 1e-40F);
  EXPECT_EQ(length(Float3{2, 3, 6}), 7);
  EXPECT_WITHIN_BOUND(hypotenuse(x, 1.5F), std::hypot(x, 1.5L), 40'009);
}

TEST(Math, KeepsTheSignOfZero) {
  EXPECT_EQ(bits_of(sine(-0.0F)), bits_of(-0.0F));
  EXPECT_EQ(bits_of(square_root(-0.0F)), bits_of(-0.0F));
  EXPECT_EQ(bits_of(sine(0.0F)), 0U);
}

TEST(Math, MixesAndSteps) {
  EXPECT_EQ(mix(2, 6, 0.25F), 3);
  EXPECT_EQ(smooth_step(0, 2, 1), 0.5F);
  EXPECT_EQ(smooth_step(0, 2, -1), 0);
  EXPECT_EQ(smooth_step(0, 2, 5), 1);
  EXPECT_EQ(smooth_step(0, 2, not_a_number), 0);
}

}  // namespace
}  // namespace texelscope::kernels
