#include "gpu/cpu/texture_unit/float_sum.h"

#include <gtest/gtest.h>

#include <array>

namespace texelscope::gpu::cpu::texture_unit {
namespace {

/// Four samples of one texel each, with equal weights. The large ones add up to a tie between 1 and the next float; the
/// small ones have different signs, and no effect if they are added first.
struct FourSamples {
  std::array<float, 4> texels{-1e-20F, 1e-20F, 2, 2 + 0x1p-22F};
  SliceList<4, 10> footprint;

  FourSamples() {
    for (const float& texel : texels) {
      footprint.add_slice().add(reinterpret_cast<const std::byte*>(&texel), 256);
    }
  }
};

TEST(FloatSum, FloorsTheSlicesOfAGroupToTheStepOfTheLargest) {
  // The negative sample is floored to −1 step, and the positive one to 0.
  EXPECT_EQ(filter_float<Float32>(FourSamples().footprint, 0), 1);
}

TEST(FloatSum, AddsTwoSlicesAtATimeIfTexelsAreLargerThan4Bytes) {
  for (const int bytes : {1, 2, 4}) {
    EXPECT_EQ(slices_in_group(bytes), 4) << bytes;
  }
  for (const int bytes : {8, 16}) {
    FourSamples samples;
    samples.footprint.group_size = slices_in_group(bytes);
    EXPECT_EQ(filter_float<Float32>(samples.footprint, 0), 1 + 0x1p-23F) << bytes;
  }
}

TEST(FloatSum, AddsNoSlicesOfDifferentLevelsAtATime) {
  FourSamples samples;
  samples.footprint.finer_count = 2;
  EXPECT_EQ(filter_float<Float32>(samples.footprint, 0), 1 + 0x1p-23F);
  samples.footprint.finer_count = 1;
  EXPECT_EQ(filter_float<Float32>(samples.footprint, 0), 1);
}

}  // namespace
}  // namespace texelscope::gpu::cpu::texture_unit
