#include "gpu/cpu/texture_unit/anisotropy.h"

#include <gtest/gtest.h>

#include <array>

namespace texelscope::gpu::cpu::texture_unit {
namespace {

TEST(Anisotropy, HonorsEvenMaximaWithout14) {
  constexpr std::array<int, 18> honored{1, 1, 2, 2, 4, 4, 6, 6, 8, 8, 10, 10, 12, 12, 12, 12, 16, 16};
  for (unsigned maximum = 0; maximum < honored.size(); ++maximum) {
    EXPECT_EQ(effective_anisotropy(maximum), honored[maximum]) << maximum;
  }
}

TEST(Anisotropy, MeasuresTheMinorAxisByTheArea) {
  // 8 texels by 2, perpendicular or sheared.
  for (const double shear : {0.0, 1.0, 2.0}) {
    const FootprintAxes axes = footprint_axes({{8, 0, 0}, {shear, 2, 0}}, 16);
    EXPECT_EQ(axes.major_level, 768) << shear;
    EXPECT_EQ(axes.minor_level, 256) << shear;
    EXPECT_EQ(axes.log_ratio(), 512) << shear;
  }
}

TEST(Anisotropy, LimitsTheRatio) {
  constexpr std::array<LevelOfDetail, 17> shortest{0,   0,   768, 768, 512, 512, 368, 368, 256,
                                                   256, 176, 176, 112, 112, 112, 112, 0};
  for (const int maximum : {2, 4, 6, 8, 10, 12, 16}) {
    EXPECT_EQ(footprint_axes({{16, 0, 0}, {}}, maximum).minor_level, shortest[static_cast<std::size_t>(maximum)]);
  }
}

TEST(Anisotropy, HasNoMinorAxisLongerThanTheMajorAxis) {
  // The major axis is 11/16 of (0, 2), but the area is 2.
  const FootprintAxes axes = footprint_axes({{1, 1, 0}, {-1, 1, 0}}, 16);
  EXPECT_EQ(axes.major_level, 118);
  EXPECT_EQ(axes.minor_level, 118);
}

// Derivatives of 63,112 texels and (41, 112,800) in the recordings, and larger ones.
TEST(Anisotropy, CountsNoAreaAs32OctavesOrMore) {
  EXPECT_EQ(footprint_axes({{0x1p16, 0, 0}, {0, 0x1p15, 0}}, 16).minor_level, 31 * 256 - 16 * 256);
  EXPECT_EQ(footprint_axes({{0x1p16, 0, 0}, {0, 0x1p16, 0}}, 16).minor_level, 8191 - 16 * 256);
  EXPECT_EQ(footprint_axes({{0x1p17, 0, 0}, {0, 0x1p16, 0}}, 16).minor_level, 8191 - 17 * 256);
  // A square of 2^20 texels has the largest ratio.
  EXPECT_EQ(footprint_axes({{0x1p20, 0, 0}, {0, 0x1p20, 0}}, 16).log_ratio(), 1024);
  EXPECT_EQ(footprint_axes({{0x1p127, 0, 0}, {0, 0x1p127, 0}}, 4).log_ratio(), 512);
}

TEST(Anisotropy, CountsTheMinorAxisAsAtLeastOneTexel) {
  const FootprintAxes axes = footprint_axes({{4, 0, 0}, {0, 0.5, 0}}, 16);
  EXPECT_EQ(axes.minor_level, -256);
  EXPECT_EQ(axes.log_ratio(), 512);
  EXPECT_EQ(footprint_axes({{0.5, 0, 0}, {0, 0.25, 0}}, 16).log_ratio(), 0);
}

TEST(Anisotropy, HasARatioOf1ForAPointAndAcrossTheEdgesOfACube) {
  EXPECT_EQ(footprint_axes({}, 16).log_ratio(), 0);
  EXPECT_EQ(footprint_axes({.dx = {8, 0, 0}, .dy = {0, 1, 0}, .are_apart = true}, 16).minor_level, 768);
}

LevelOfDetail optimized(LevelOfDetail level, int maximum) {
  return sharpened_level(level + sharpened_bias(0, maximum), maximum);
}

TEST(Anisotropy, SharpensTheFractionOfALevel) {
  EXPECT_EQ(optimized(512 + 64, 8), 512);
  EXPECT_EQ(optimized(512 + 65, 16), 514);
  EXPECT_EQ(optimized(512 + 192, 8), 768);
  EXPECT_EQ(optimized(512 + 54, 4), 512);
  EXPECT_EQ(optimized(512 + 55, 6), 513);
  EXPECT_EQ(optimized(512 + 201, 4), 768);
  EXPECT_EQ(optimized(512 + 42, 2), 512);
  EXPECT_EQ(optimized(512 + 43, 2), 513);
  EXPECT_EQ(optimized(512 + 213, 2), 768);
  EXPECT_EQ(optimized(-256 + 128, 8), -128);
}

// As in the recorded corpus: the offsets are 64, 54 6/7 and 42 2/3.
TEST(Anisotropy, TruncatesTheBiasOfSharpenedLevelsWithTheOffset) {
  EXPECT_EQ(sharpened_bias(0.09680155F, 12), 25 - 64);
  EXPECT_EQ(sharpened_bias(2.2364168F, 12), 572 - 64);
  EXPECT_EQ(sharpened_bias(-0.13647783F, 12), -34 - 64);
  EXPECT_EQ(sharpened_bias(-1.2316F, 4), -316 - 54);
  EXPECT_EQ(sharpened_bias(1.78515625F, 4), 456 - 54);
  EXPECT_EQ(sharpened_bias(1.7538726F, 4), 448 - 54);
  EXPECT_EQ(sharpened_bias(-0.1560841F, 6), -40 - 54);
  EXPECT_EQ(sharpened_bias(-0.07277205F, 2), -19 - 42);
  EXPECT_EQ(sharpened_bias(-1.3362236F, 2), -342 - 42);
  EXPECT_EQ(sharpened_bias(-100, 8), -3840 - 64);
}

}  // namespace
}  // namespace texelscope::gpu::cpu::texture_unit
