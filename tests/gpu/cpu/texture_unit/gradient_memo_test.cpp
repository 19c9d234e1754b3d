#include "gpu/cpu/texture_unit/gradient_memo.h"

#include <gtest/gtest.h>

#include <bit>
#include <cstddef>
#include <thread>
#include <vector>

#include "gpu/cpu/texture_unit/make_texture.h"
#include "tests/gpu/cpu/texture_unit/texture_cases.h"

namespace texelscope::gpu::cpu::texture_unit {
namespace {

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
