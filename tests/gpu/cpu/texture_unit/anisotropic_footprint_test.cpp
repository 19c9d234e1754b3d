#include "gpu/cpu/texture_unit/anisotropic_footprint.h"

#include <gtest/gtest.h>

#include <array>
#include <vector>

#include "gpu/cpu/texture_unit/make_texture.h"

namespace texelscope::gpu::cpu::texture_unit {
namespace {

/// A row of texels, whose fetches have four samples of equal weight at ±½ and ±1½ texels.
struct Row {
  std::vector<std::byte> texels;
  TexturePointer texture{nullptr, nullptr};

  Row(std::uint64_t width, AddressMode mode, FilterMode filter) : texels(width) {
    TextureDescriptor descriptor;
    descriptor.address_mode = mode;
    descriptor.filter_mode = filter;
    descriptor.read_mode = ReadMode::normalized_float;
    descriptor.normalized_coords = true;
    descriptor.max_anisotropy = 16;
    texture =
        make_texture({.num_channels = 1, .levels = {{texels.data(), Extent(width, 1), width, width}}}, descriptor);
  }

  /// The weight of each texel in 1/1024.
  [[nodiscard]] std::vector<int> weights(float x) const {
    const auto& bound = static_cast<const BoundTexture&>(*texture);
    kernels::TextureFetch fetch;
    fetch.operation = kernels::TextureOperation::sample_gradients;
    fetch.x = x / static_cast<float>(texels.size());
    fetch.y = 0.5F;
    fetch.dx[0] = 4 / static_cast<float>(texels.size());
    const AnisotropicFootprint footprint = make_anisotropic_footprint(bound, fetch);
    EXPECT_EQ(footprint.count, 4);
    std::vector<int> found(texels.size());
    for (int k = 0; k < footprint.count; ++k) {
      const Slice& slice = footprint.slices[static_cast<std::size_t>(k)];
      for (int j = 0; j < slice.count; ++j) {
        const Tap& tap = slice.taps[static_cast<std::size_t>(j)];
        found.at(static_cast<std::size_t>(tap.texel - texels.data())) += tap.weight;
      }
    }
    return found;
  }
};

TEST(AnisotropicFootprint, ClampsEachSampleByItself) {
  const Row row(4, AddressMode::clamp, FilterMode::linear);
  EXPECT_EQ(row.weights(0), (std::vector{768, 256, 0, 0}));
  EXPECT_EQ(row.weights(4), (std::vector{0, 0, 256, 768}));
  EXPECT_EQ(row.weights(2), (std::vector{256, 256, 256, 256}));
  // Far outside, each sample is at the end.
  EXPECT_EQ(row.weights(1e6F), (std::vector{0, 0, 0, 1024}));
}

TEST(AnisotropicFootprint, WrapsAndMirrorsSamplesOverSeveralPeriods) {
  EXPECT_EQ(Row(1, AddressMode::wrap, FilterMode::linear).weights(0.5F), std::vector{1024});
  EXPECT_EQ(Row(1, AddressMode::mirror, FilterMode::linear).weights(0.5F), std::vector{1024});
  // Samples at the centers of texels −1, 0, 1 and 2.
  EXPECT_EQ(Row(3, AddressMode::wrap, FilterMode::linear).weights(1), (std::vector{256, 256, 512}));
  EXPECT_EQ(Row(3, AddressMode::mirror, FilterMode::linear).weights(1), (std::vector{512, 256, 256}));
}

TEST(AnisotropicFootprint, ReadsTheTextureFromMoreThanTwoExtentsOutside) {
  // The center is 3 texels outside a row of one texel, the last of 16 samples 4½ texels inside.
  const Row row(1, AddressMode::border, FilterMode::point);
  const auto& bound = static_cast<const BoundTexture&>(*row.texture);
  kernels::TextureFetch fetch;
  fetch.operation = kernels::TextureOperation::sample_gradients;
  fetch.x = -3;
  fetch.y = 0.5F;
  fetch.dx[0] = 16;
  const AnisotropicFootprint footprint = make_anisotropic_footprint(bound, fetch);
  int inside = 0;
  for (int k = 0; k < footprint.count; ++k) {
    inside += footprint.slices[static_cast<std::size_t>(k)].taps[0].texel == row.texels.data() ? k : 0;
  }
  EXPECT_EQ(footprint.count, 16);
  // At ½ − 8 + k texels from the center.
  EXPECT_EQ(inside, 11);
}

TEST(AnisotropicFootprint, AddsOffsetsToTheFractionOfPointPositions) {
  const Row row(8, AddressMode::clamp, FilterMode::point);
  EXPECT_EQ(row.weights(3.25F), (std::vector{0, 256, 256, 256, 256, 0, 0, 0}));
  EXPECT_EQ(row.weights(3.75F), (std::vector{0, 0, 256, 256, 256, 256, 0, 0}));
}

TEST(AnisotropicFootprint, GroupsSamplesByLevelAndBytesPerTexel) {
  for (const int channels : {1, 2, 4}) {
    const std::vector<std::byte> texels(8 * 8 * 16);
    TexelView view{.format = DataType::float32, .num_channels = channels, .levels = {}, .is_mipmapped = true};
    for (const unsigned size : {8U, 4U}) {
      view.levels.push_back({texels.data(), Extent(size, size), size * 16, size * size * 16});
    }
    TextureDescriptor descriptor;
    descriptor.normalized_coords = true;
    descriptor.mipmap_filter_mode = FilterMode::linear;
    descriptor.max_mipmap_level_clamp = 1;
    descriptor.max_anisotropy = 16;
    descriptor.disable_trilinear_optimization = true;
    const TexturePointer texture = make_texture(view, descriptor);
    // 6 by 1½ texels: four samples in level 0, and fewer in level 1.
    kernels::TextureFetch fetch;
    fetch.operation = kernels::TextureOperation::sample_gradients;
    fetch.dx[0] = 6.0F / 8;
    fetch.dy[1] = 1.5F / 8;
    const AnisotropicFootprint footprint =
        make_anisotropic_footprint(static_cast<const BoundTexture&>(*texture), fetch);
    EXPECT_EQ(footprint.group_size, channels == 1 ? 4 : 2);
    EXPECT_EQ(footprint.finer_count, 4);
    EXPECT_GT(footprint.count, 4);
    fetch.dy[1] = 1.0F / 8;
    EXPECT_EQ(make_anisotropic_footprint(static_cast<const BoundTexture&>(*texture), fetch).finer_count, 0);
  }
}

}  // namespace
}  // namespace texelscope::gpu::cpu::texture_unit
