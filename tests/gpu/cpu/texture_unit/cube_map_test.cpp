#include "gpu/cpu/texture_unit/cube_map.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace texelscope::gpu::cpu::texture_unit {
namespace {

constexpr float nan = std::numeric_limits<float>::quiet_NaN();

TEST(CubeMap, HasItsFacesInTheOrderOfOpenGL) {
  EXPECT_EQ(face_position(2, 0, 0).face, 0);
  EXPECT_EQ(face_position(-2, 0, 0).face, 1);
  EXPECT_EQ(face_position(0, 2, 0).face, 2);
  EXPECT_EQ(face_position(0, -2, 0).face, 3);
  EXPECT_EQ(face_position(0, 0, 2).face, 4);
  EXPECT_EQ(face_position(0, 0, -2).face, 5);
  // The table of "Cube Map Texture Selection": +x has s = −z, t = −y.
  EXPECT_EQ(face_position(4, 1, 2).s, -0.5F);
  EXPECT_EQ(face_position(4, 1, 2).t, -0.25F);
}

TEST(CubeMap, BreaksTiesAndTreatsSpecialNumbersLikeTheHardware) {
  EXPECT_EQ(face_position(1, 1, 1).face, 4);
  EXPECT_EQ(face_position(1, 1, 0.5F).face, 2);
  EXPECT_EQ(face_position(0, 0, 0).face, 4);
  EXPECT_EQ(face_position(-0.0F, -0.0F, -0.0F).face, 4);
  EXPECT_EQ(face_position(0, 1, nan).face, 2);
  EXPECT_EQ(face_position(0.5F, 0, nan).face, 0);
  // All coordinates become NaN when multiplied by the reciprocal of 0.
  EXPECT_EQ(face_position(0, 0, nan).face, 4);
  EXPECT_EQ(face_position(nan, nan, nan).face, 4);
  // The reciprocal of a number beyond 2^126 is 0.
  EXPECT_EQ(face_position(1e38F, 0, 0).face, 4);
}

TEST(CubeMap, CrossesEachEdgeAndComesBack) {
  for (const std::int64_t extent : {1, 2, 5}) {
    for (int face = 0; face < 6; ++face) {
      for (std::int64_t along = 0; along < extent; ++along) {
        const std::int64_t last = extent - 1;
        const struct {
          std::int64_t x, y, edge_x, edge_y;
        } steps[] = {
            {-1, along, 0, along}, {extent, along, last, along}, {along, -1, along, 0}, {along, extent, along, last}};
        for (const auto& step : steps) {
          const FaceTexel there = across_edge(face, step.x, step.y, extent);
          ASSERT_NE(there.face, face);
          ASSERT_NE(there.face ^ 1, face) << "the opposite face";
          // One of the four steps from the texel of the neighboring face returns to the edge's texel.
          bool is_back = false;
          for (const auto& [x, y] : {std::pair{there.x - 1, there.y},
                                     {there.x + 1, there.y},
                                     {there.x, there.y - 1},
                                     {there.x, there.y + 1}}) {
            const bool is_out = (x < 0 || x >= extent) != (y < 0 || y >= extent);
            if (is_out) {
              const FaceTexel back = across_edge(there.face, x, y, extent);
              is_back = is_back || (back.face == face && back.x == step.edge_x && back.y == step.edge_y);
            }
          }
          ASSERT_TRUE(is_back) << "face " << face << " at " << step.x << ", " << step.y << " of " << extent;
        }
      }
    }
  }
}

TEST(CubeMap, MeasuresStepsOnItsSurface) {
  // s and t of +x run along −z and −y.
  EXPECT_EQ(step_on_cube({1, 0, 0}, {1, -0.5F, -0.25F}).along, (std::array{0.25, 0.5}));
  // A step across the edge from +x to −y has parts on both faces.
  const CubeStep over_edge = step_on_cube({1, -0.75F, 0}, {0.5F, -1, 0});
  EXPECT_EQ(over_edge.along, (std::array{0.0, 0.25}));
  EXPECT_EQ(over_edge.beyond, (std::array{0.0, 0.5}));
  EXPECT_TRUE(over_edge.is_over_edge);
  const CubeStep to_opposite = step_on_cube({1, 0, 0}, {-1, 0.25F, 0});
  EXPECT_EQ(to_opposite.along, (std::array{0.0, -0.25}));
  EXPECT_EQ(to_opposite.through, 2);
  EXPECT_TRUE(to_opposite.is_over_edge);
}

TEST(CubeMap, AlignsDifferencesOfCoordinates) {
  // On a face: the larger coordinate keeps 24 bits and a guard bit.
  EXPECT_EQ(step_on_cube({1, -0.5F, 0}, {1, -0x1.8p-25F, 0}).along[1], -0.5 + 0x1p-25);
  // Across an edge: distances to the edge, at 1, keep 24 fraction bits; the coordinate along the edge keeps more.
  const CubeStep step = step_on_cube({1, -0x1.fffffep-3F, 0.25F}, {0x1.8p-26F, -1, 0x1.8p-26F});
  EXPECT_EQ(step.along[0], 0.25 - 0x1p-26);
  EXPECT_EQ(step.along[1], 0.75 + 0x1p-24);
  EXPECT_EQ(step.beyond[1], 1);
}

TEST(CubeMap, CountsNaNOnAFaceAsItsMiddle) {
  // The reciprocal of a tiny direction is infinite, that of an infinite one 0.
  EXPECT_EQ(step_on_cube({0, -1e-40F, 0}, {0.25F, -1, 0.5F}).along, (std::array{0.25, -0.5}));
  EXPECT_EQ(step_on_cube({0.5F, 1, 0.25F}, {0, 0, std::numeric_limits<float>::infinity()}).along,
            (std::array{-0.5, -0.25}));
}

// Two denormals, multiplied by an infinite reciprocal, are a corner at infinity: z is the face, x is s.
TEST(CubeMap, CountsAStepFromAnInfiniteCoordinateAsInfinite) {
  constexpr double infinite = std::numeric_limits<double>::infinity();
  EXPECT_EQ(step_on_cube({1e-45F, 0, 1e-45F}, {0.5F, 0.25F, 1}).along, (std::array{infinite, -0.25}));
  EXPECT_EQ(step_on_cube({1e-45F, 0, 1e-45F}, {1, 0.25F, 0.5F}).along, (std::array{infinite, -0.25}));
  // One denormal is only the face.
  EXPECT_EQ(step_on_cube({0, 0, 1e-45F}, {0.5F, 0.25F, 1}).along, (std::array{0.5, -0.25}));
}

TEST(Reciprocal, IsWithinAUnitInTheLastPlaceAndExactForPowersOfTwo) {
  for (int exponent = -125; exponent <= 126; ++exponent) {
    EXPECT_EQ(approximate_reciprocal(std::ldexp(1.0F, exponent)), std::ldexp(1.0F, -exponent));
  }
  for (float value = 1; value < 2; value += 1.7e-4F) {
    const float exact = 1 / value;
    EXPECT_LE(std::fabs(approximate_reciprocal(value) - exact), std::nextafter(exact, 2.0F) - exact) << value;
  }
  EXPECT_EQ(approximate_reciprocal(1e-40F), std::numeric_limits<float>::infinity());
  EXPECT_EQ(approximate_reciprocal(std::numeric_limits<float>::infinity()), 0);
  EXPECT_TRUE(std::isnan(approximate_reciprocal(nan)));
}

}  // namespace
}  // namespace texelscope::gpu::cpu::texture_unit
