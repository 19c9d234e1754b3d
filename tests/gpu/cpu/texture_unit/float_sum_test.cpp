#include "gpu/cpu/texture_unit/float_sum.h"

#include <gtest/gtest.h>

#include <array>
#include <vector>

#include "gpu/cpu/texture_unit/make_texture.h"

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

TEST(FloatSum, SeparatesTheLevelsOf3DTextures) {
  const std::vector<std::byte> texels(4 * 4 * 4 * 4);
  TextureDescriptor descriptor;
  descriptor.filter_mode = FilterMode::linear;
  descriptor.mipmap_filter_mode = FilterMode::linear;
  descriptor.normalized_coords = true;
  descriptor.max_mipmap_level_clamp = 1;
  const TexturePointer texture =
      make_texture({.format = DataType::float32,
                    .num_channels = 1,
                    .levels = {{texels.data(), Extent(4, 4, 4), 16, 64}, {texels.data(), Extent(2, 2, 2), 8, 16}},
                    .is_mipmapped = true},
                   descriptor);
  kernels::TextureFetch fetch;
  fetch.operation = kernels::TextureOperation::sample_level;
  fetch.level = 0.5F;
  const auto slices = [&](float z) {
    fetch.z = z;
    const Footprint footprint = make_footprint(static_cast<const BoundTexture&>(*texture), fetch);
    return std::array{footprint.finer_count, footprint.count};
  };
  // At the center of slice 1 of 4, between slices 0 and 1 of 2.
  EXPECT_EQ(slices(0.375F), (std::array{1, 3}));
  EXPECT_EQ(slices(0.4F), (std::array{2, 4}));
}

}  // namespace
}  // namespace texelscope::gpu::cpu::texture_unit
