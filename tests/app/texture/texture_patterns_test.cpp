#include "app/texture/texture_patterns.h"

#include "app/texture/texture_setup.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "app/labs/texture/texture_input.h"
#include "app/text/parameter.h"
#include "texelscope/gpu/mipmapped_array.h"

namespace texelscope::app {
namespace {

using kernels::TextureShape;

TEST(TexturePatterns, HaveEveryShapeAndFormat) {
  for (const TexturePattern& pattern : texture_patterns()) {
    for (int shape = 0; shape < 7; ++shape) {
      for (int format = 0; format < 8; ++format) {
        TexelInput input;
        input.shape = static_cast<TextureShape>(shape);
        input.format = static_cast<gpu::DataType>(format);
        input.extent = {6, 5, 3};
        input.num_channels = 2;
        const gpu::ArrayDescriptor array = pattern_array(input);
        EXPECT_EQ(array.format, input.format);
        const auto levels = pattern_levels(pattern.name, array, 3);
        ASSERT_EQ(levels.size(), 3U);
        for (unsigned level = 0; level < 3; ++level) {
          ASSERT_EQ(levels[level].size(), level_descriptor(array, level).size_bytes())
              << pattern.name << " of shape " << shape << ", level " << level;
        }
      }
    }
  }
}

TEST(TexturePatterns, DistinguishTexelsSlicesAndLevels) {
  const auto distinct = [](const std::vector<std::byte>& texels) {
    std::set<std::vector<std::byte>> all;
    for (std::size_t at = 0; at < texels.size(); at += 4) {
      all.insert(
          {texels.begin() + static_cast<std::ptrdiff_t>(at), texels.begin() + static_cast<std::ptrdiff_t>(at + 4)});
    }
    return all.size();
  };
  TexelInput input;
  EXPECT_EQ(distinct(pattern_levels("colors", pattern_array(input), 1)[0]), 64U);
  EXPECT_EQ(distinct(pattern_levels("checker", pattern_array(input), 1)[0]), 2U);
  const auto levels = pattern_levels("levels", pattern_array(input), 4);
  EXPECT_NE(levels[1][0], levels[0][0]);
  EXPECT_NE(levels[2][0], levels[1][0]);
  input.shape = TextureShape::cube_map;
  input.extent[0] = 1;
  EXPECT_EQ(distinct(pattern_levels("slices", pattern_array(input), 1)[0]), 6U);
}

TEST(TexturePatterns, PutTheImpulseIntoTheMiddle) {
  TexelInput input;
  input.num_channels = 1;
  input.extent = {5, 4, 1};
  const std::vector<std::byte> texels = pattern_levels("impulse", pattern_array(input), 1)[0];
  EXPECT_EQ(texels[2 * 5 + 2], std::byte{255});
  EXPECT_EQ(std::ranges::count(texels, std::byte{0}), 19);
  input.shape = TextureShape::texture_3d;
  input.extent = {2, 2, 3};
  const std::vector<std::byte> volume = pattern_levels("impulse", pattern_array(input), 1)[0];
  EXPECT_EQ(volume[1 * 4 + 1 * 2 + 1], std::byte{255});
  EXPECT_EQ(std::ranges::count(volume, std::byte{0}), 11);
}

TEST(TexturePatterns, RiseFromTheLeftToTheRight) {
  const auto row = [](const char* name, int width) {
    TexelInput input;
    input.num_channels = 1;
    input.extent = {width, 1, 1};
    return pattern_levels(name, pattern_array(input), 1)[0];
  };
  using Row = std::vector<std::byte>;
  EXPECT_EQ(row("ramp", 4), (Row{std::byte{0}, std::byte{85}, std::byte{170}, std::byte{255}}));
  EXPECT_EQ(row("ramp", 1), Row{std::byte{128}});
  EXPECT_EQ(row("step", 4), (Row{std::byte{0}, std::byte{0}, std::byte{255}, std::byte{255}}));
  EXPECT_EQ(row("step", 5), (Row{std::byte{0}, std::byte{0}, std::byte{255}, std::byte{255}, std::byte{255}}));
}

TEST(TexturePatterns, RefuseUnknownNamesAndLimitHugeExtents) {
  EXPECT_THROW(static_cast<void>(pattern_levels("chekcer", pattern_array({}), 1)), ParameterError);
  TexelInput input;
  input.extent = {1 << 30, -7, 1 << 30};
  for (int shape = 0; shape < 7; ++shape) {
    input.shape = static_cast<TextureShape>(shape);
    input.num_layers = 1 << 30;
    const gpu::ArrayDescriptor array = pattern_array(input);
    EXPECT_LE(array.size_bytes(), std::size_t{1} << 28U);
    EXPECT_EQ(array.shape.rank(), rank_of(input.shape));
    EXPECT_EQ(array.kind, kind_of(input.shape));
  }
}

}  // namespace
}  // namespace texelscope::app
