#include "app/images/srgb.h"

#include <gtest/gtest.h>

namespace texelscope::app {
namespace {

TEST(Srgb, HasThePublishedValues) {
  EXPECT_EQ(linear_from_srgb(0), 0);
  EXPECT_EQ(linear_from_srgb(1), 1);
  // The 8-bit middle gray, and both sides of the transition from the linear segment to the power function.
  EXPECT_NEAR(linear_from_srgb(128 / 255.0F), 0.2158605F, 1e-7F);
  EXPECT_NEAR(linear_from_srgb(0.04045F), 0.0031308F, 1e-7F);
  EXPECT_NEAR(linear_from_srgb(0.0405F), 0.0031346F, 1e-6F);
  EXPECT_NEAR(srgb_from_linear(0.18), 0.4613561, 1e-7);
}

TEST(Srgb, EncodesDecodedValuesBack) {
  for (int value = 0; value <= 255; ++value) {
    const float encoded = static_cast<float>(value) / 255;
    EXPECT_NEAR(srgb_from_linear(static_cast<double>(linear_from_srgb(encoded))), static_cast<double>(encoded), 1e-6)
        << value;
  }
}

}  // namespace
}  // namespace texelscope::app
