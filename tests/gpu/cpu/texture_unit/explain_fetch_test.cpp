#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

#include "tests/gpu/cpu/texture_unit/texture_cases.h"
#include "texelscope/gpu/error.h"
#include "texelscope/gpu/fetch_explanation.h"

namespace texelscope::gpu {
namespace {

using kernels::TextureFetch;
using kernels::TextureOperation;
using kernels::TextureShape;

/// The float32 texels of all levels, between 0 and 1.
struct FloatTexture {
  ExplainedTexture texture;
  std::vector<std::vector<float>> levels;

  FloatTexture(const ArrayDescriptor& array, int num_levels, std::uint64_t seed) {
    tests::Random random(seed);
    texture.array = array;
    texture.array.format = DataType::float32;
    texture.array.num_channels = 1;
    texture.descriptor.normalized_coords = true;
    texture.descriptor.filter_mode = FilterMode::linear;
    for (int level = 0; level < num_levels; ++level) {
      std::size_t count = array.num_slices();
      for (int axis = 0; axis < array.shape.rank(); ++axis) {
        count *= std::max<std::size_t>(1, array.shape[axis] >> level);
      }
      std::vector<float>& texels = levels.emplace_back(count);
      for (float& texel : texels) {
        texel = static_cast<float>(random.unit());
      }
    }
    for (const std::vector<float>& level : levels) {
      texture.levels.emplace_back(std::as_bytes(std::span(level)));
    }
    if (num_levels > 1) {
      texture.resource = ResourceKind::mipmapped_array;
      texture.descriptor.mipmap_filter_mode = FilterMode::linear;
      texture.descriptor.max_mipmap_level_clamp = static_cast<float>(num_levels - 1);
    }
  }
};

float result_of(const FetchExplanation& explanation) { return std::bit_cast<float>(explanation.result[0]); }

/// Σ weight · value / 256: the result according to the taps alone.
double sum_of_taps(const FetchExplanation& explanation, double& weights) {
  double sum = 0;
  weights = 0;
  for (const TapExplanation& tap : explanation.taps) {
    sum += tap.weight * tap.value[0] / 256;
    weights += tap.weight;
  }
  return sum;
}

TEST(ExplainFetch, ListsTexelsWhoseWeightedSumIsTheResult) {
  const FloatTexture plane({.shape = Extent(13, 7)}, 3, 1);
  const FloatTexture volume({.shape = Extent(5, 4, 6)}, 2, 2);
  FloatTexture cube({.shape = Extent(8, 8), .kind = ArrayKind::cube_map}, 4, 3);
  cube.texture.descriptor.seamless_cubemap = true;
  tests::Random random(4);
  for (const FloatTexture* made : {&plane, &volume, static_cast<const FloatTexture*>(&cube)}) {
    for (int k = 0; k < 300; ++k) {
      TextureFetch fetch;
      fetch.shape = made == &plane    ? TextureShape::texture_2d
                    : made == &volume ? TextureShape::texture_3d
                                      : TextureShape::cube_map;
      fetch.operation = TextureOperation::sample_level;
      const auto draw = [&] { return static_cast<float>(random.unit() * 2.4 - 1.2); };
      fetch.x = draw();
      fetch.y = draw();
      fetch.z = draw();
      fetch.level = static_cast<float>(random.unit() * 4 - 0.5);
      const FetchExplanation explanation = explain_fetch(made->texture, fetch);
      double weights = 0;
      const double sum = sum_of_taps(explanation, weights);
      ASSERT_EQ(weights, 256) << fetch.x << ", " << fetch.y << ", " << fetch.z << " level " << fetch.level;
      ASSERT_NEAR(result_of(explanation), sum, 1e-6);
      // Coordinates, weights and levels are off by at most 1/256 each.
      ASSERT_NEAR(explanation.ideal[0], sum, 0.04);
      for (const TapExplanation& tap : explanation.taps) {
        const auto& texels = made->levels[static_cast<std::size_t>(tap.level)];
        const std::uint64_t width = std::max<std::uint64_t>(1, made->texture.array.shape.width() >> tap.level);
        const std::uint64_t height = std::max<std::uint64_t>(1, made->texture.array.shape.height() >> tap.level);
        const auto at =
            static_cast<std::size_t>(tap.index[0]) +
            width * (static_cast<std::size_t>(tap.index[1]) + height * static_cast<std::size_t>(tap.index[2]));
        ASSERT_EQ(std::bit_cast<float>(tap.stored[0]), texels.at(at));
      }
    }
  }
}

TEST(ExplainFetch, NamesEachStepInOrder) {
  FloatTexture made({.shape = Extent(8, 8)}, 1, 5);
  made.texture.descriptor.address_mode = AddressMode::wrap;
  TextureFetch fetch;
  fetch.x = 0.99F;
  fetch.y = 0.3F;
  const FetchExplanation explanation = explain_fetch(made.texture, fetch);
  std::vector<std::string> titles;
  for (const ExplanationStep& step : explanation.steps) {
    titles.push_back(step.title);
  }
  EXPECT_EQ(titles, (std::vector<std::string>{"coordinate", "address", "coordinate", "texel", "texel", "texel", "texel",
                                              "filter", "result"}));
  EXPECT_EQ(explanation.steps[0].text,
            "x: 0.99 → 2076180 / 2^21, × 8 = 7.919998 texels; − ½ → texel 7, weight of next texel 108/256");
  EXPECT_EQ(explanation.steps[1].text, "x 8 → 0 (wrap)");
}

TEST(ExplainFetch, ReportsThatClampMovedALinearFetch) {
  FloatTexture made({.shape = Extent(4, 4)}, 1, 5);
  made.texture.descriptor.normalized_coords = false;
  made.texture.descriptor.address_mode = AddressMode::clamp;
  TextureFetch fetch;
  fetch.x = 0;
  fetch.y = 3.75F;
  const FetchExplanation explanation = explain_fetch(made.texture, fetch);
  const auto has = [&](std::string_view text) {
    return std::ranges::find(explanation.steps, text, &ExplanationStep::text) != explanation.steps.end();
  };
  EXPECT_TRUE(has("x: 0 → 0 texels; − ½ = −0.5, clamped to 0 → texel 0, weight of next texel 0/256"));
  EXPECT_TRUE(has("y: 3.75 → 3.75 texels; − ½ = 3.25, clamped to 3 → texel 3, weight of next texel 0/256"));
}

TEST(ExplainFetch, RejectsInvalidTextures) {
  FloatTexture made({.shape = Extent(8, 8)}, 1, 6);
  TextureFetch fetch;
  fetch.shape = TextureShape::texture_3d;
  EXPECT_THROW(static_cast<void>(explain_fetch(made.texture, fetch)), InvalidArgument);
  fetch.shape = TextureShape::texture_2d;
  fetch.operation = TextureOperation::element;
  EXPECT_THROW(static_cast<void>(explain_fetch(made.texture, fetch)), InvalidArgument);
  fetch.operation = TextureOperation::sample;
  made.texture.levels[0] = made.texture.levels[0].first(255);
  EXPECT_THROW(static_cast<void>(explain_fetch(made.texture, fetch)), InvalidArgument);
  made.texture.levels.clear();
  EXPECT_THROW(static_cast<void>(explain_fetch(made.texture, fetch)), InvalidArgument);
}

}  // namespace
}  // namespace texelscope::gpu
