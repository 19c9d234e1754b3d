#include <gtest/gtest.h>
#include <texelscope_texture_unit.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <thread>
#include <vector>

#include "tests/gpu/texture_unit_library/plane.h"

namespace texelscope::tests {
namespace {

TEST(TextureUnitLibrary, ReadsTexelsAndFiltersThem) {
  Plane plane;
  EXPECT_EQ(value_at(plane.make(), 2.5F, 1.5F), 6);
  plane.descriptor.filter_mode = TEXELSCOPE_LINEAR;
  EXPECT_EQ(value_at(plane.make(), 2, 1), 3.5F);
  EXPECT_EQ(texelscope_texture_result_type(plane.make().get()), TEXELSCOPE_FLOAT32);
  EXPECT_STRNE(texelscope_texture_unit_version(), "");
}

TEST(TextureUnitLibrary, CopiesTexelsUnlessTheyAreBorrowed) {
  Plane plane;
  const Texture copied = plane.make();
  plane.descriptor.borrows_texels = 1;
  const Texture borrowed = plane.make();
  plane.texels[0] = 100;
  EXPECT_EQ(value_at(copied, 0.5F, 0.5F), 0);
  EXPECT_EQ(value_at(borrowed, 0.5F, 0.5F), 100);
}

TEST(TextureUnitLibrary, ReadsRowsAndSlicesWithPadding) {
  std::vector<float> memory(100, -1);
  Plane plane;
  plane.descriptor.shape = TEXELSCOPE_3D;
  plane.descriptor.depth = 3;
  for (std::size_t z = 0; z < 3; ++z) {
    for (std::size_t y = 0; y < 2; ++y) {
      for (std::size_t x = 0; x < 4; ++x) {
        memory[z * 15 + y * 6 + x] = static_cast<float>(100 * z + 10 * y + x);
      }
    }
  }
  plane.level = {memory.data(), (2 * 15 + 6 + 4) * 4, 24, 60};
  for (const std::int32_t borrows : {0, 1}) {
    plane.descriptor.borrows_texels = borrows;
    const Texture texture = plane.make();
    texelscope_fetch fetch = fetch_at(3.5F, 1.5F);
    fetch.z = 2.5F;
    texelscope_texel texel{};
    ASSERT_EQ(texelscope_texture_fetch(texture.get(), &fetch, &texel), TEXELSCOPE_SUCCESS);
    EXPECT_EQ(texel.as_float[0], 213);
    texelscope_explanation* explanation = nullptr;
    ASSERT_EQ(texelscope_texture_explain(texture.get(), &fetch, &explanation), TEXELSCOPE_SUCCESS);
    const texelscope_tap& tap = *texelscope_explanation_tap(explanation, 0);
    EXPECT_EQ((std::array{tap.x, tap.y, tap.z}), (std::array<std::int64_t, 3>{3, 1, 2}));
    texelscope_explanation_destroy(explanation);
  }
  plane.level.size_bytes -= 1;
  EXPECT_NE(plane.refusal().find("needs 160"), std::string::npos) << texelscope_last_error();
}

TEST(TextureUnitLibrary, ReturnsIntegersReadAsElements) {
  Plane plane;
  const std::array<std::int16_t, 8> texels{-5, 1, 2, 3, 4, 5, 6, 7};
  plane.descriptor.format = TEXELSCOPE_INT16;
  plane.level = {texels.data(), sizeof texels, 0, 0};
  const Texture texture = plane.make();
  EXPECT_EQ(texelscope_texture_result_type(texture.get()), TEXELSCOPE_INT32);
  const texelscope_fetch fetch = fetch_at(0, 0);
  texelscope_texel texel{};
  ASSERT_EQ(texelscope_texture_fetch(texture.get(), &fetch, &texel), TEXELSCOPE_SUCCESS);
  EXPECT_EQ(texel.as_int[0], -5);
  EXPECT_EQ(texel.as_int[3], 0);
}

TEST(TextureUnitLibrary, DecodesBlocks) {
  Plane plane;
  // One block of BC1 whose texels all have its first color, red.
  const std::array<unsigned char, 8> block{0x00, 0xF8, 0, 0, 0, 0, 0, 0};
  plane.descriptor.format = TEXELSCOPE_BC1_UNORM;
  plane.level = {block.data(), sizeof block, 0, 0};
  const Texture texture = plane.make();
  EXPECT_EQ(value_at(texture, 3.5F, 1.5F), 1);
  texelscope_explanation* explanation = nullptr;
  const texelscope_fetch fetch = fetch_at(0, 0);
  EXPECT_EQ(texelscope_texture_explain(texture.get(), &fetch, &explanation), TEXELSCOPE_INVALID_ARGUMENT);
  EXPECT_EQ(explanation, nullptr);
}

TEST(TextureUnitLibrary, FetchesManyFromAnyStridesOnAnyNumberOfThreads) {
  Plane plane;
  plane.descriptor.filter_mode = TEXELSCOPE_LINEAR;
  const Texture texture = plane.make();
  constexpr std::size_t count = 50000;
  // x backwards, one byte past an alignment; y shared by all.
  std::vector<std::byte> memory(count * 12 + 1);
  for (std::size_t i = 0; i < count; ++i) {
    const float x = static_cast<float>(i % 977) / 200;
    std::memcpy(&memory[(count - 1 - i) * 12 + 1], &x, 4);
  }
  const float y = 0.75F;
  std::vector<float> results(count * 3, -1);
  for (const std::uint32_t threads : {0U, 1U, 2U, 7U}) {
    texelscope_fetch_list list = list_into(results, count);
    list.x = {&memory[(count - 1) * 12 + 1], -12};
    list.y = {&y, 0};
    list.result_stride_bytes = 12;
    list.max_threads = threads;
    ASSERT_EQ(texelscope_texture_fetch_many(texture.get(), &list), TEXELSCOPE_SUCCESS) << texelscope_last_error();
    for (std::size_t i = 0; i < count; i += 7) {
      ASSERT_EQ(results[3 * i], value_at(texture, static_cast<float>(i % 977) / 200, y)) << i;
      ASSERT_EQ(results[3 * i + 1], -1);
    }
    results.assign(count * 3, -1);
  }
}

TEST(TextureUnitLibrary, ExplainsAFetchAsTextAndAsTaps) {
  Plane plane;
  plane.descriptor.filter_mode = TEXELSCOPE_LINEAR;
  plane.descriptor.address_mode[0] = TEXELSCOPE_BORDER;
  plane.descriptor.border_color[0] = 40;
  const Texture texture = plane.make();
  const texelscope_fetch fetch = fetch_at(0.25F, 1);
  texelscope_explanation* explanation = nullptr;
  ASSERT_EQ(texelscope_texture_explain(texture.get(), &fetch, &explanation), TEXELSCOPE_SUCCESS)
      << texelscope_last_error();
  const std::string_view text = texelscope_explanation_text(explanation);
  EXPECT_EQ(text.find("coordinate: x: 0.25"), 0U) << text;
  EXPECT_NE(text.find("\nresult: "), std::string_view::npos) << text;
  ASSERT_EQ(texelscope_explanation_num_taps(explanation), 4U);
  double sum = 0;
  double weights = 0;
  int borders = 0;
  for (std::size_t index = 0; index < 4; ++index) {
    const texelscope_tap& tap = *texelscope_explanation_tap(explanation, index);
    sum += tap.weight * tap.value[0] / 256;
    weights += tap.weight;
    borders += tap.is_border;
  }
  EXPECT_EQ(weights, 256);
  EXPECT_EQ(borders, 2);
  EXPECT_EQ(sum, static_cast<double>(texelscope_explanation_result(explanation)->as_float[0]));
  EXPECT_EQ(texelscope_explanation_ideal(explanation)[0], sum);
  EXPECT_EQ(texelscope_explanation_tap(explanation, 4), nullptr);
  ASSERT_EQ(texelscope_explanation_num_levels(explanation), 1U);
  EXPECT_EQ(texelscope_explanation_level(explanation, 0)->weight, 256);
  EXPECT_EQ(texelscope_explanation_level(explanation, 1), nullptr);
  texelscope_explanation_destroy(explanation);
}

TEST(TextureUnitLibrary, WarnsOfSettingsWithoutEffect) {
  Plane plane;
  EXPECT_STREQ(texelscope_texture_warning(plane.make().get()), "");
  plane.descriptor.address_mode[0] = TEXELSCOPE_WRAP;
  EXPECT_NE(std::string_view(texelscope_texture_warning(plane.make().get())).find("normalized"),
            std::string_view::npos);
}

TEST(TextureUnitLibrary, WarnsOfNoSettingThatIsLeftAtItsDefault) {
  Plane row;
  row.descriptor = {};
  row.descriptor.struct_size = sizeof row.descriptor;
  row.descriptor.shape = TEXELSCOPE_LINEAR_MEMORY;
  row.descriptor.format = TEXELSCOPE_FLOAT32;
  row.descriptor.num_channels = 1;
  row.descriptor.width = 8;
  EXPECT_STREQ(texelscope_texture_warning(row.make().get()), "");
  Plane cube = row;
  cube.level.texels = cube.texels.data();
  cube.descriptor.shape = TEXELSCOPE_CUBE_MAP;
  cube.descriptor.width = 1;
  cube.descriptor.normalized_coords = 1;
  cube.descriptor.seamless_cubemap = 1;
  EXPECT_STREQ(texelscope_texture_warning(cube.make().get()), "");
  cube.descriptor.address_mode[0] = TEXELSCOPE_MIRROR;
  EXPECT_STRNE(texelscope_texture_warning(cube.make().get()), "");
}

TEST(TextureUnitLibrary, IsUsedByManyThreadsAtOnce) {
  Plane plane;
  plane.descriptor.filter_mode = TEXELSCOPE_LINEAR;
  const Texture texture = plane.make();
  constexpr std::size_t count = 20000;
  std::vector<float> x(count);
  for (std::size_t i = 0; i < count; ++i) {
    x[i] = static_cast<float>(i) / 4000;
  }
  std::array<std::vector<float>, 4> results;
  std::vector<std::thread> threads;
  for (std::vector<float>& result : results) {
    threads.emplace_back([&] {
      result.resize(count);
      texelscope_fetch_list list = list_into(result, count);
      list.x = {x.data(), 4};
      EXPECT_EQ(texelscope_texture_fetch_many(texture.get(), &list), TEXELSCOPE_SUCCESS);
    });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
  for (const std::vector<float>& result : results) {
    EXPECT_EQ(result, results[0]);
  }
  EXPECT_EQ(results[0][8000], value_at(texture, 2, 0));
}

}  // namespace
}  // namespace texelscope::tests
