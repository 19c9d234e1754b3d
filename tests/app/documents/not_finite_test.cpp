#include "app/documents/not_finite.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <vector>

namespace texelscope::app {
namespace {

TEST(NotFinite, IsFoundRowByRowAndAroundTheEnd) {
  std::vector<float> values(3 * 4 * 2, 1);
  values[(1 * 4 + 2) * 2 + 1] = std::numeric_limits<float>::quiet_NaN();
  values[(2 * 4 + 0) * 2] = -std::numeric_limits<float>::infinity();
  Image image{4, 3, 2, gpu::DataType::float32, std::vector<std::byte>(values.size() * sizeof(float))};
  std::memcpy(image.pixels.data(), values.data(), image.pixels.size());
  EXPECT_EQ(next_not_finite(image, {0.5, 0.5}), (Point{2, 1}));
  EXPECT_EQ(next_not_finite(image, {2.5, 1.5}), (Point{0, 2})) << "the one at the start is passed";
  EXPECT_EQ(next_not_finite(image, {0, 2}), (Point{2, 1}));
  EXPECT_EQ(next_not_finite(image, {-100, 1e9}), (Point{2, 1})) << "a start outside";
}

TEST(NotFinite, IsNothingAmongFiniteFloatsAndIntegers) {
  Image image{2, 2, 1, gpu::DataType::float32, std::vector<std::byte>(16)};
  EXPECT_EQ(next_not_finite(image, {0, 0}), std::nullopt);
  image.type = gpu::DataType::uint32;
  std::ranges::fill(image.pixels, std::byte{255});
  EXPECT_EQ(next_not_finite(image, {0, 0}), std::nullopt);
}

}  // namespace
}  // namespace texelscope::app
