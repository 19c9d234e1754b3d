#include "gpu/cpu/texture_unit/anisotropic_footprint.h"

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <thread>
#include <vector>

#include "gpu/cpu/texture_unit/make_texture.h"
#include "tests/gpu/cpu/texture_unit/texture_cases.h"

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

/// 32 × 32 float32 texels and a smaller level, blended; without the trilinear optimization.
struct TwoLevels {
  static constexpr std::uint64_t width = 32;
  std::vector<std::byte> texels = std::vector<std::byte>(width * width * 16);
  TexturePointer texture{nullptr, nullptr};

  explicit TwoLevels(int channels, float bias = 0) {
    TexelView view{.format = DataType::float32, .num_channels = channels, .levels = {}, .is_mipmapped = true};
    for (const std::uint64_t size : {width, width / 2}) {
      view.levels.push_back({texels.data(), Extent(size, size), width * 16, width * width * 16});
    }
    TextureDescriptor descriptor;
    descriptor.normalized_coords = true;
    descriptor.mipmap_filter_mode = FilterMode::linear;
    descriptor.mipmap_level_bias = bias;
    descriptor.max_mipmap_level_clamp = 1;
    descriptor.max_anisotropy = 16;
    descriptor.disable_trilinear_optimization = true;
    texture = make_texture(view, descriptor);
  }

  /// The footprint has these axes, in texels of level 0.
  [[nodiscard]] AnisotropicFootprint footprint(float major, float minor) const {
    kernels::TextureFetch fetch;
    fetch.operation = kernels::TextureOperation::sample_gradients;
    fetch.dx[0] = major / static_cast<float>(width);
    fetch.dy[1] = minor / static_cast<float>(width);
    return make_anisotropic_footprint(static_cast<const BoundTexture&>(*texture), fetch);
  }
};

TEST(AnisotropicFootprint, GroupsSamplesByLevelAndBytesPerTexel) {
  for (const int channels : {1, 2, 4}) {
    const TwoLevels levels(channels);
    const AnisotropicFootprint both = levels.footprint(6, 1.5F);
    EXPECT_EQ(both.group_size, channels == 1 ? 4 : 2);
    EXPECT_EQ(both.finer_count, 4);
    EXPECT_GT(both.count, 4);
    EXPECT_EQ(levels.footprint(6, 1).finer_count, 0);
  }
}

TEST(AnisotropicFootprint, ReadsNoSampleOfWeight0ButKeepsItsPlace) {
  // The coarser of two levels has 1/256 of the weight, which is 4/1024 for ten samples.
  const AnisotropicFootprint footprint = TwoLevels(1, 1.0F / 256).footprint(16, 1);
  ASSERT_EQ(footprint.finer_count, 16);
  ASSERT_EQ(footprint.count, 26);
  int read = 0;
  for (int k = footprint.finer_count; k < footprint.count; ++k) {
    const Slice& slice = footprint.slices[static_cast<std::size_t>(k)];
    read += slice.count;
    EXPECT_TRUE(slice.count == 0 || slice.taps[0].weight == 1) << k;
  }
  EXPECT_EQ(read, 4);
}

/// A texture of noise with two levels: square, or a cube map.
class NoisyTexture {
 public:
  NoisyTexture(std::uint64_t width, unsigned anisotropy, ArrayKind kind = ArrayKind::plain)
      : texels_(width * width * 6), texture_(nullptr, nullptr) {
    tests::Random random{width};
    for (std::byte& texel : texels_) {
      texel = static_cast<std::byte>(random.below(256));
    }
    TextureDescriptor descriptor;
    descriptor.normalized_coords = true;
    descriptor.filter_mode = FilterMode::linear;
    descriptor.mipmap_filter_mode = FilterMode::linear;
    descriptor.read_mode = ReadMode::normalized_float;
    descriptor.max_mipmap_level_clamp = 1;
    descriptor.max_anisotropy = anisotropy;
    texture_ = make_texture({.num_channels = 1,
                             .levels = {{texels_.data(), Extent(width, width), width, width * width},
                                        {texels_.data(), Extent(width / 2, width / 2), width / 2, width * width / 4}},
                             .kind = kind,
                             .num_slices = kind == ArrayKind::plain ? 1U : 6U,
                             .is_mipmapped = true},
                            descriptor);
  }
  [[nodiscard]] std::uint32_t fetch(const kernels::TextureFetch& fetch) const {
    return std::bit_cast<std::uint32_t>(texture_->fetch_float(*texture_, fetch).x);
  }

 private:
  std::vector<std::byte> texels_;
  TexturePointer texture_;
};

TEST(GradientMemo, NeverAnswersForOtherTexturesGradientsOrDirections) {
  tests::Random random{17};
  std::vector<NoisyTexture> textures;
  for (const unsigned anisotropy : {1U, 4U, 16U}) {
    textures.emplace_back(64, anisotropy);
    textures.emplace_back(256, anisotropy);
    textures.emplace_back(64, anisotropy, ArrayKind::cube_map);
  }
  kernels::TextureFetch fetch{.operation = kernels::TextureOperation::sample_gradients};
  for (int k = 0; k < 1000; ++k) {
    // One operand of the last fetch changes, or only the texture.
    float* const operands[] = {&fetch.x, &fetch.dx[0], &fetch.dx[1], &fetch.dy[0], &fetch.dy[1], &fetch.dy[2]};
    *random.pick(operands) = static_cast<float>(random.unit() * 0.05 - 0.01);
    fetch.y = 0.4F;
    fetch.z = -0.5F;
    const NoisyTexture& texture = textures[random.below(9)];
    const std::uint32_t result = texture.fetch(fetch);
    std::uint32_t expected = 0;
    std::thread([&] { expected = texture.fetch(fetch); }).join();  // without a memo
    ASSERT_EQ(result, expected) << k;
  }
}

}  // namespace
}  // namespace texelscope::gpu::cpu::texture_unit
