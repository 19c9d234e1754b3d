#include "gpu/cpu/texture_unit/axis_samples.h"

#include <gtest/gtest.h>

#include <vector>

namespace texelscope::gpu::cpu::texture_unit {
namespace {

constexpr AxisDirection along_x{64, 0};

std::vector<int> offsets(const LevelSamples& samples) {
  std::vector<int> result;
  for (int k = 0; k < samples.count; ++k) {
    result.push_back(samples.samples[static_cast<std::size_t>(k)].x);
  }
  return result;
}

std::vector<int> weights(const LevelSamples& samples) {
  std::vector<int> result;
  for (int k = 0; k < samples.count; ++k) {
    result.push_back(samples.samples[static_cast<std::size_t>(k)].weight);
  }
  return result;
}

TEST(AxisSamples, DirectionsBelongToTheMiddleOfABin) {
  const AxisDirection right = axis_direction({5, 0, 0});
  EXPECT_EQ(right.x, 64);
  EXPECT_EQ(right.y, 0);
  const AxisDirection diagonal = axis_direction({-3, 3, 0});
  EXPECT_EQ(diagonal.x, -45);
  EXPECT_EQ(diagonal.y, 45);
  // 8 … 9 by 0 … 1 counts as 8.5 by 0.5, but 0 if it is below 1/4.
  EXPECT_EQ(axis_direction({8.9, 0.25, 0}).y, 4);
  EXPECT_EQ(axis_direction({8.9, 0.24, 0}).y, 0);
  EXPECT_EQ(axis_direction({}).x, 0);
}

TEST(AxisSamples, OneSampleHasTheLevelsWeight) {
  const LevelSamples one = level_samples(along_x, {.log_ratio = 0, .weight = 77});
  EXPECT_EQ(weights(one), std::vector<int>{77});
  EXPECT_EQ(offsets(one), std::vector<int>{0});
  EXPECT_EQ(one.unit, 256);
}

TEST(AxisSamples, TwoSamplesApproachBelowARatioOf2) {
  EXPECT_EQ(offsets(level_samples(along_x, {.log_ratio = 255})), (std::vector<int>{-128, 128}));
  // 256 · 2^(−½) = 181, and (256 − 181) · 64 / 128 = 37.5.
  EXPECT_EQ(offsets(level_samples(along_x, {.log_ratio = 128})), (std::vector<int>{-76, 76}));
  EXPECT_EQ(weights(level_samples(along_x, {.log_ratio = 128})), (std::vector<int>{256, 256}));
}

TEST(AxisSamples, PairsHaveEqualWeightsAndTheOutermostTheRest) {
  const LevelSamples four = level_samples(along_x, {.log_ratio = 384});
  EXPECT_EQ(four.unit, 512);
  EXPECT_EQ(weights(four), (std::vector<int>{75, 181, 181, 75}));
  EXPECT_EQ(offsets(four), (std::vector<int>{-384, -128, 128, 384}));
  const LevelSamples six = level_samples(along_x, {.log_ratio = 640});
  EXPECT_EQ(six.unit, 1024);
  EXPECT_EQ(weights(six), (std::vector<int>{150, 181, 181, 181, 181, 150}));
  EXPECT_EQ(level_samples(along_x, {.log_ratio = 511}).unit, 1024);
  EXPECT_EQ(weights(level_samples(along_x, {.log_ratio = 1024})), std::vector<int>(16, 64));
}

TEST(AxisSamples, TwoLevelsShareTheFootprint) {
  const LevelPair levels{.first = 2, .weight = 64};
  // In the finer level, neighbors are 2^(64/256) texels apart: 76/64.
  const SampledLevel finer = sampled_level(300, levels, 0);
  EXPECT_EQ(finer.log_ratio, 300);
  EXPECT_EQ(finer.step, 76);
  EXPECT_EQ(finer.weight, 192);
  const SampledLevel coarser = sampled_level(300, levels, 1);
  EXPECT_EQ(coarser.log_ratio, 108);
  EXPECT_EQ(coarser.step, 64);
  EXPECT_EQ(coarser.weight, 64);
  EXPECT_EQ(offsets(level_samples(along_x, finer)), (std::vector<int>{-456, -152, 152, 456}));
  EXPECT_EQ(sampled_level(300, {.first = 2}, 0).weight, 256);
}

TEST(AxisSamples, TheWeightOfALevelIsGivenFromTheNegativeEnd) {
  // Running sums 75, 256, 437, 512 times 100/256, rounded: 29, 100, 171, 200.
  EXPECT_EQ(weights(level_samples(along_x, {.log_ratio = 384, .weight = 100})), (std::vector<int>{29, 71, 71, 29}));
  for (int ratio = 0; ratio <= 1024; ++ratio) {
    for (const int weight : {1, 100, 255, 256}) {
      const LevelSamples samples = level_samples(along_x, {.log_ratio = ratio, .weight = weight});
      int sum = 0;
      for (const int part : weights(samples)) {
        sum += part;
      }
      ASSERT_EQ(sum * 256, weight * samples.unit) << ratio;
      ASSERT_LE(samples.count, 16);
    }
  }
}

}  // namespace
}  // namespace texelscope::gpu::cpu::texture_unit
