#include "texelscope/kernels/hash.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <set>
#include <vector>

namespace texelscope::kernels {
namespace {

TEST(Hash, DistinguishesNumbersAndTheirOrder) {
  std::set<std::uint32_t> seen;
  for (std::uint32_t a = 0; a < 100; ++a) {
    for (std::uint32_t b = 0; b < 100; ++b) {
      seen.insert(hash(a, b));
    }
  }
  // Among 10,000 random 32-bit numbers, hardly any two are equal.
  EXPECT_GE(seen.size(), 9'998U);
  EXPECT_NE(hash(1, 2), hash(2, 1));
  EXPECT_NE(hash(1, 2, 3), hash(3, 2, 1));
}

TEST(Hash, ChangesHalfOfTheBitsWhenOneChanges) {
  double changed = 0;
  for (std::uint32_t value = 0; value < 1000; ++value) {
    for (std::uint32_t bit = 0; bit < 32; ++bit) {
      changed += __builtin_popcount(hash(value) ^ hash(value ^ (1U << bit)));
    }
  }
  EXPECT_NEAR(changed / 32'000, 16, 0.2);
}

TEST(Hash, NeverChanges) {
  // The frames of scenes depend on these values.
  EXPECT_EQ(hash(0), 0U);
  EXPECT_EQ(hash(1), 0x514E28B7U);
  EXPECT_EQ(unit_float(0xFFFFFFFFU), 1 - 0x1p-24F);
}

TEST(ValueNoise, IsSmoothAndStaysInItsRange) {
  float previous = value_noise({-5, 0.3F}, 7);
  for (int k = 1; k < 10'000; ++k) {
    const float value = value_noise({-5 + static_cast<float>(k) * 0.001F, 0.3F}, 7);
    ASSERT_TRUE(value >= 0 && value < 1) << k;
    // A step's steepest slope is 1.5.
    ASSERT_LE(std::fabs(value - previous), 0.00151F) << k;
    previous = value;
  }
  EXPECT_NE(value_noise({0.5F, 0.5F}, 1), value_noise({0.5F, 0.5F}, 2));
}

/// The noise, computed from its definition, step by step.
float noise_of_corners(Float2 position, std::uint32_t seed) {
  const auto x = static_cast<std::uint32_t>(float_to_int(floor(position.x)));
  const auto y = static_cast<std::uint32_t>(float_to_int(floor(position.y)));
  const float a = smooth_step(0, 1, position.x - floor(position.x));
  const float b = smooth_step(0, 1, position.y - floor(position.y));
  const auto corner = [&](std::uint32_t dx, std::uint32_t dy) { return unit_float(hash(x + dx, y + dy, seed)); };
  return mix(mix(corner(0, 0), corner(1, 0), a), mix(corner(0, 1), corner(1, 1), a), b);
}

TEST(ValueNoise, IsThatOfItsCornersBitByBit) {
  std::vector<float> places{0,
                            1,
                            -1,
                            0.5F,
                            1e-30F,
                            0x1p-149F,
                            8388607.5F,
                            0x1p23F,
                            0x1p24F,
                            2147483520.0F,
                            0x1p31F,
                            3e38F,
                            std::numeric_limits<float>::infinity(),
                            std::numeric_limits<float>::quiet_NaN()};
  for (std::uint32_t number = 0; number < 500; ++number) {
    places.push_back(float_of(hash(number)));
    places.push_back((unit_float(hash(number, 1)) - 0.5F) * 40);
  }
  for (const float x : places) {
    for (const float y : places) {
      for (const Float2 at : {Float2{x, y}, Float2{-x, y}, Float2{x, -y}}) {
        const std::uint32_t seed = hash(bits_of(x), bits_of(y));
        ASSERT_EQ(bits_of(value_noise(at, seed)), bits_of(noise_of_corners(at, seed))) << at.x << ", " << at.y;
      }
    }
  }
}

}  // namespace
}  // namespace texelscope::kernels
