#include "gpu/cpu/texture_unit/gradient.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include "gpu/cpu/texture_unit/footprint.h"
#include "gpu/cpu/texture_unit/make_texture.h"

namespace texelscope::gpu::cpu::texture_unit {
namespace {

// The values of an H200, read from the levels that gradients chose.

LevelOfDetail level_of_gradients(const Gradients& gradients) { return level_of_axis(major_axis(gradients)); }

TEST(Gradient, TakesTheLogarithmFromATableOf256Values) {
  constexpr std::array measured{0, 2, 4, 5, 6, 8, 9, 11, 12, 13, 15, 16, 18, 19, 20, 22};
  for (std::size_t bucket = 0; bucket < measured.size(); ++bucket) {
    const double length = 4 * (1 + static_cast<double>(bucket) / 256);
    EXPECT_EQ(level_of_gradients({{length, 0, 0}, {}}), 512 + measured[bucket]) << length;
    EXPECT_EQ(level_of_gradients({{}, {0, -length, 0}}), 512 + measured[bucket]) << length;
  }
  EXPECT_EQ(level_of_gradients({{std::nextafter(8.0, 0.0), 0, 0}, {}}), 512 + 255);
}

TEST(Gradient, TakesTheLongestOfBothAndTheirReducedSumAndDifference) {
  // 1 + 11/32, and 11/16 · 2 for parallel gradients; both logarithms as measured.
  EXPECT_EQ(level_of_gradients({{4, 4, 0}, {}}), 512 + 110);
  EXPECT_EQ(level_of_gradients({{4, 0, 0}, {4, 0, 0}}), 512 + 118);
  EXPECT_EQ(level_of_gradients({{4, 0, 0}, {-4, 0, 0}}), 512 + 118);
  EXPECT_EQ(level_of_gradients({{4, 0, 0}, {0, 4, 0}}), 512);
}

TEST(Gradient, IsZeroForConstantCoordinates) { EXPECT_EQ(level_of_gradients({}), smallest_level); }

TEST(Gradient, MultipliesByTheExtentWithTruncatedPartialProducts) {
  // 513 · 3 = 1539 is rounded up to an even number, 513 · 5 = 2565 to a multiple of 4.
  EXPECT_EQ(derivative_in_texels(513.0 / 512, 3), 1540.0 / 512);
  EXPECT_EQ(derivative_in_texels(-513.0 / 512, 5), -2568.0 / 512);
  // An extent that is a power of two changes none of the 10 bits.
  EXPECT_EQ(derivative_in_texels(1023.0 / 1024, 4096), 4092);
  // 16383 keeps 10 bits.
  EXPECT_LT(derivative_in_texels(1.0, 16383), 16383);
}

TEST(Gradient, TreatsNaNAndDenormalsAsZeroAndInfinitiesAsHuge) {
  EXPECT_EQ(derivative_in_texels(std::numeric_limits<double>::quiet_NaN(), 7), 0);
  EXPECT_EQ(derivative_in_texels(1e-40, 7), 0);
  EXPECT_EQ(derivative_in_texels(-std::numeric_limits<double>::infinity(), 7), -0x1p127);
  EXPECT_GT(level_of_gradients({{0x1p127, 0, 0}, {}}), 30 * 256);
}

TEST(Gradient, HasOneInfiniteLength) {
  // dy and the sum have more infinite components, but dx is first.
  const MajorAxis axis = major_axis({{0x1p127, 0.5, 0}, {0x1p127, 0x1p127, 0}});
  EXPECT_EQ(axis.vector, (TexelVector{0x1p127, 0.5, 0}));
  EXPECT_EQ(axis.length, 0x1p127);
}

// From the recordings. The coordinate of the neighbor, 1.1015613, is less than 1 away from 0.101561464.
TEST(Gradient, AlignsTheCoordinatesOfNeighborsIn3D) {
  const std::vector<std::byte> texels(8 * 8 * 8);
  TextureDescriptor descriptor;
  descriptor.normalized_coords = true;
  const TexturePointer texture =
      make_texture({.num_channels = 1, .levels = {{texels.data(), Extent(8, 8, 8), 8, 64}}}, descriptor);
  kernels::TextureFetch fetch;
  fetch.z = 0.101561464F;
  fetch.dx[2] = 1;
  fetch.dy[0] = 1;
  const Gradients gradients = gradients_of(static_cast<const BoundTexture&>(*texture), fetch);
  EXPECT_EQ(gradients.dx, (TexelVector{0, 0, 8}));
  EXPECT_EQ(gradients.dy, (TexelVector{8, 0, 0}));
}

}  // namespace
}  // namespace texelscope::gpu::cpu::texture_unit
