#include "gpu/driver/describe.h"

#include <gtest/gtest.h>

#include <array>
#include <typeinfo>

namespace texelscope::gpu::driver {
namespace {

struct NamedKernel {};

TEST(Describe, WritesEachKindOfArgument) {
  EXPECT_EQ(describe(true), "true");
  EXPECT_EQ(describe(std::uint64_t{12}), "12");
  EXPECT_EQ(describe(std::int64_t{-3}), "-3");
  EXPECT_EQ(describe(Extent(4, 3)), "4x3");
  EXPECT_EQ(describe(StreamHandle{0xab}), "0xab");
  EXPECT_EQ(describe(kernels::LaunchExtent{4, 3, 2}), "4x3x2");
  const std::array handles{GraphicsHandle{1}, GraphicsHandle{16}};
  EXPECT_EQ(describe(std::span<const GraphicsHandle>(handles)), "[0x1, 0x10]");
}

TEST(Describe, NamesBothKindsOfCopySides) {
  EXPECT_EQ(describe(ArrayCopySide{.array = {0x20}, .origin = {1, 2, 3}}), "array 0x20 at (1, 2, 3)");
  EXPECT_EQ(describe(ArrayCopySide{.pointer = {0x30}, .row_pitch_bytes = 64, .rows_per_slice = 4}),
            "memory 0x30 with 64 bytes per row, 4 rows per slice");
}

TEST(Describe, WritesTheMemoryOfATexture) {
  const ArrayDescriptor texels{Extent(4, 2), DataType::uint8, 4};
  EXPECT_EQ(describe(TextureResource{.facts = {ResourceKind::array, texels}, .array = {0x20}}),
            "array 4x2 uint8x4 at 0x20");
  EXPECT_EQ(describe(TextureResource{.facts = {ResourceKind::mipmapped_array, texels, 3}, .mipmapped_array = {0x30}}),
            "mipmapped array 4x2 uint8x4 with 3 levels at 0x30");
  EXPECT_EQ(describe(TextureResource{.facts = {ResourceKind::pitch_2d, texels}, .pointer = {0x40}, .pitch_bytes = 64}),
            "pitched memory of 4x2 uint8x4 at 0x40 with 64 bytes per row");
  const ArrayDescriptor blocks{Extent(4, 2), DataType::uint32, 4};
  const ResourceView view{.format = DataType::uint8, .num_channels = 4, .encoding = TexelEncoding::bc7_unorm};
  EXPECT_EQ(describe(TextureResource{.facts = {ResourceKind::array, blocks}, .array = {0x50}, .view = view}),
            "array 4x2 uint32x4 at 0x50 as bc7_unorm, levels 0 to 0, layers 0 to 0");
}

TEST(Describe, WritesKernelsByTheirTypeInTheSource) {
  const kernels::KernelEntry entry{typeid(NamedKernel).name(), nullptr, nullptr, 1};
  EXPECT_NE(describe(entry).find("NamedKernel"), std::string::npos);
  EXPECT_NE(describe(entry).find("::"), std::string::npos);
  const kernels::KernelEntry odd{"no mangled name", nullptr, nullptr, 1};
  EXPECT_EQ(describe(odd), "no mangled name");
}

TEST(Describe, WritesATexturesSettings) {
  TextureDescriptor texture;
  texture.address_mode = {AddressMode::wrap, AddressMode::clamp};
  texture.filter_mode = FilterMode::linear;
  texture.read_mode = ReadMode::normalized_float;
  texture.normalized_coords = true;
  texture.srgb = true;
  texture.max_anisotropy = 4;
  EXPECT_EQ(describe(texture), "wrap/clamp/clamp linear normalized normalized coordinates srgb anisotropy 4");
  texture = {};
  texture.seamless_cubemap = true;
  texture.mipmap_filter_mode = FilterMode::linear;
  texture.mipmap_level_bias = -0.5F;
  texture.max_mipmap_level_clamp = 3;
  EXPECT_EQ(describe(texture),
            "clamp/clamp/clamp point element texel coordinates seamless levels 0 – 3 linear bias -0.5");
}

TEST(Describe, NamesTheArgumentsOfACall) {
  EXPECT_EQ(
      describe_arguments(MemoryFill{.destination = {0x100}, .value = 7, .count = 64, .stream = {0x200}}.arguments()),
      "destination=0x100, value=7, count=64, stream=0x200");
  EXPECT_EQ(describe_call(ContextSynchronize::info, ContextSynchronize{}.arguments()), "cuCtxSynchronize()");
}

}  // namespace
}  // namespace texelscope::gpu::driver
