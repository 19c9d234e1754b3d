#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <vector>

#include "gpu/cpu/texture_unit/anisotropic_footprint.h"
#include "gpu/cpu/texture_unit/make_texture.h"
#include "texelscope/gpu/mipmapped_array.h"

namespace texelscope::gpu::cpu::texture_unit {
namespace {

/// Reads the recordings of an H200, which docs/conformance.md describes.
class Recordings {
 public:
  explicit Recordings(const char* name) {
    std::ifstream file(std::filesystem::path(TEXELSCOPE_TEST_RECORDINGS) / name, std::ios::binary);
    bytes_.assign(std::istreambuf_iterator<char>(file), {});
  }
  [[nodiscard]] bool has_more() const { return at_ < bytes_.size(); }
  template <class T>
  T next() {
    T value{};
    if (at_ + sizeof(T) <= bytes_.size()) {
      std::memcpy(&value, bytes_.data() + at_, sizeof(T));
    }
    at_ += sizeof(T);
    return value;
  }

 private:
  std::vector<char> bytes_;
  std::size_t at_ = 0;
};

/// A texture with linear filters, whose texels are not read: addresses identify them.
struct UnreadTexture {
  std::vector<std::byte> texels;
  std::vector<std::size_t> first_texel;
  TexturePointer pointer{nullptr, nullptr};

  UnreadTexture(const Extent& extent, unsigned max_anisotropy, FilterMode between_levels) {
    TexelView view{.format = DataType::uint8, .num_channels = 1, .levels = {}, .is_mipmapped = true};
    std::vector<Extent> extents;
    std::size_t count = 0;
    for (unsigned level = 0; level < full_level_count(extent); ++level) {
      extents.push_back(level_descriptor({.shape = extent}, level).shape);
      first_texel.push_back(count);
      count += extents.back().volume();
    }
    texels.resize(count);
    for (std::size_t level = 0; level < extents.size(); ++level) {
      const std::size_t width = extents[level].width();
      view.levels.push_back(
          {texels.data() + first_texel[level], extents[level], width, width * extents[level].height()});
    }
    TextureDescriptor descriptor;
    descriptor.address_mode = AddressMode::wrap;
    descriptor.filter_mode = FilterMode::linear;
    descriptor.mipmap_filter_mode = between_levels;
    descriptor.read_mode = ReadMode::normalized_float;
    descriptor.normalized_coords = true;
    descriptor.max_anisotropy = max_anisotropy;
    descriptor.max_mipmap_level_clamp = static_cast<float>(extents.size() - 1);
    pointer = make_texture(view, descriptor);
  }
  [[nodiscard]] const BoundTexture& bound() const { return static_cast<const BoundTexture&>(*pointer); }
};

LevelOfDetail level_of(const LevelPair& levels) { return levels.first * 256 + levels.weight; }

/// The weight of each texel in 1/1024, by its distance from the texel that contains the center.
using WeightMap = std::map<std::array<int, 2>, int>;

WeightMap weights_of(const UnreadTexture& texture, const kernels::TextureFetch& fetch, int level) {
  const int extent = 1024 >> level;
  const auto distance = [&](std::ptrdiff_t texel, float center) {
    const int apart = static_cast<int>(texel) - static_cast<int>(std::floor(center * static_cast<float>(extent)));
    return apart - extent * static_cast<int>(std::lround(static_cast<double>(apart) / extent));
  };
  const AnisotropicFootprint footprint = make_anisotropic_footprint(texture.bound(), fetch);
  WeightMap weights;
  for (int k = 0; k < footprint.count; ++k) {
    const Slice& slice = footprint.slices[static_cast<std::size_t>(k)];
    for (int j = 0; j < slice.count; ++j) {
      const Tap& tap = slice.taps[static_cast<std::size_t>(j)];
      const std::ptrdiff_t index =
          tap.texel - (texture.texels.data() + texture.first_texel[static_cast<std::size_t>(level)]);
      if (tap.weight != 0) {
        weights[{distance(index % extent, fetch.x), distance(index / extent, fetch.y)}] += tap.weight;
      }
    }
  }
  return weights;
}

TEST(RecordedFootprints, HaveTheLevelsAndTheWeightsOfAnH200) {
  std::map<unsigned, std::array<UnreadTexture, 2>> textures;
  Recordings recordings("anisotropic_footprints.bin");
  std::set<int> families;
  int maps = 0;
  while (recordings.has_more()) {
    const auto family = recordings.next<std::uint8_t>();
    const auto max_anisotropy = recordings.next<std::uint8_t>();
    const auto level = recordings.next<std::uint8_t>();
    const auto count = recordings.next<std::uint8_t>();
    kernels::TextureFetch fetch;
    fetch.operation = kernels::TextureOperation::sample_gradients;
    for (float* const value : {&fetch.x, &fetch.y, &fetch.dx[0], &fetch.dx[1], &fetch.dy[0], &fetch.dy[1]}) {
      *value = recordings.next<float>();
    }
    const LevelOfDetail recorded_level = recordings.next<std::uint16_t>();
    WeightMap recorded;
    for (int k = 0; k < count; ++k) {
      const auto x = recordings.next<std::int8_t>();
      const auto y = recordings.next<std::int8_t>();
      recorded[{x, y}] = recordings.next<std::uint16_t>();
    }
    const Extent extent(1024, 1024);
    const auto made =
        textures.try_emplace(max_anisotropy, std::array{UnreadTexture(extent, max_anisotropy, FilterMode::linear),
                                                        UnreadTexture(extent, max_anisotropy, FilterMode::point)});
    const auto& [blended, nearest] = made.first->second;
    ASSERT_EQ(level_of(anisotropic_samples(blended.bound(), fetch).levels), recorded_level)
        << "family " << int{family} << ", maximum " << int{max_anisotropy};
    ASSERT_EQ(anisotropic_samples(nearest.bound(), fetch).levels.first, level);
    families.insert(family);
    if (count > 0) {  // there are no weights of smaller levels
      ASSERT_EQ(weights_of(nearest, fetch, level), recorded)
          << "family " << int{family} << ", maximum " << int{max_anisotropy};
      ++maps;
    }
  }
  EXPECT_EQ(families.size(), 29U);
  EXPECT_GE(maps, 480);
}

TEST(RecordedFootprints, HaveTheLevelsOfGradientsIn3D) {
  const UnreadTexture volume(Extent(128, 128, 128), 0, FilterMode::linear);
  Recordings recordings("gradients_3d.bin");
  int compared = 0;
  for (; recordings.has_more(); ++compared) {
    kernels::TextureFetch fetch;
    fetch.shape = kernels::TextureShape::texture_3d;
    fetch.operation = kernels::TextureOperation::sample_gradients;
    for (float* const value : {&fetch.x, &fetch.y, &fetch.z, &fetch.dx[0], &fetch.dx[1], &fetch.dx[2], &fetch.dy[0],
                               &fetch.dy[1], &fetch.dy[2]}) {
      *value = recordings.next<float>();
    }
    const LevelOfDetail requested = requested_level(volume.bound(), fetch);
    ASSERT_EQ(level_of(selected_levels(volume.bound(), fetch, requested)), recordings.next<std::uint16_t>())
        << "record " << compared;
  }
  EXPECT_EQ(compared, 300);
}

}  // namespace
}  // namespace texelscope::gpu::cpu::texture_unit
