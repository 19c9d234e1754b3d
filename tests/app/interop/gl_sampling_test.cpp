#include "app/interop/gl_sampling.h"

#include <gtest/gtest.h>

#include "texelscope/gpu/error.h"

namespace texelscope::app {
namespace {

std::string refusal(const gpu::ArrayDescriptor& array, const gpu::TextureDescriptor& texture) {
  try {
    static_cast<void>(gl_texture_like(array, 1, texture, {}));
  } catch (const gpu::InvalidArgument& error) {
    return error.what();
  }
  return "";
}

TEST(GlSampling, RefusesSettingsWithoutAnEquivalentInGl) {
  gpu::ArrayDescriptor array{.shape = gpu::Extent(4, 4), .format = gpu::DataType::uint8};
  gpu::TextureDescriptor texture;
  texture.read_mode = gpu::ReadMode::normalized_float;
  texture.normalized_coords = true;
  EXPECT_EQ(refusal(array, texture), "");
  texture.read_mode = gpu::ReadMode::element;
  EXPECT_NE(refusal(array, texture).find("element reads"), std::string::npos);
  array.format = gpu::DataType::int32;
  EXPECT_NE(refusal(array, texture).find("32-bit integers"), std::string::npos);
  array.format = gpu::DataType::float32;
  EXPECT_EQ(refusal(array, texture), "");
  texture.normalized_coords = false;
  EXPECT_NE(refusal(array, texture).find("coordinates in texels"), std::string::npos);
  texture.normalized_coords = true;
  texture.address_mode = {gpu::AddressMode::clamp, gpu::AddressMode::wrap};
  EXPECT_NE(refusal(array, texture).find("different address modes per axis"), std::string::npos);
}

TEST(GlSampling, CopiesRankSizeAndModes) {
  const gpu::ArrayDescriptor array{.shape = gpu::Extent(4, 5, 6), .format = gpu::DataType::float16, .num_channels = 2};
  gpu::TextureDescriptor texture;
  texture.address_mode = gpu::AddressMode::mirror;
  texture.filter_mode = gpu::FilterMode::linear;
  texture.normalized_coords = true;
  const render::gl::SampledTexture like = gl_texture_like(array, 1, texture, {});
  EXPECT_EQ(like.rank, 3);
  EXPECT_EQ(like.size, (std::array{4, 5, 6}));
  EXPECT_EQ(like.format, render::gl::SampledFormat::float16);
  EXPECT_EQ(like.num_channels, 2);
  EXPECT_EQ(like.wrap, render::gl::SampledWrap::mirror);
  EXPECT_EQ(like.num_levels, 1);
  EXPECT_FALSE(like.is_cube_map);
  EXPECT_TRUE(like.is_linear);
}

TEST(GlSampling, CopiesLevelsFacesAndAnisotropy) {
  const gpu::ArrayDescriptor array{
      .shape = gpu::Extent(4, 4), .format = gpu::DataType::uint8, .kind = gpu::ArrayKind::cube_map};
  gpu::TextureDescriptor texture;
  texture.read_mode = gpu::ReadMode::normalized_float;
  texture.normalized_coords = true;
  texture.mipmap_filter_mode = gpu::FilterMode::linear;
  texture.max_anisotropy = 8;
  const render::gl::SampledTexture like = gl_texture_like(array, 3, texture, {});
  EXPECT_TRUE(like.is_cube_map);
  EXPECT_EQ(like.num_levels, 3);
  EXPECT_TRUE(like.is_linear_between_levels);
  EXPECT_EQ(like.max_anisotropy, 8);
  kernels::TextureFetch fetch;
  EXPECT_EQ(gl_coordinates({}, fetch).operation, render::gl::SamplingOperation::sample);
  fetch.operation = kernels::TextureOperation::sample_level;
  fetch.level = 1.5F;
  EXPECT_EQ(gl_coordinates({}, fetch).operation, render::gl::SamplingOperation::level);
  EXPECT_EQ(gl_coordinates({}, fetch).level, 1.5F);
  fetch.operation = kernels::TextureOperation::sample_gradients;
  fetch.dy[1] = 0.25F;
  EXPECT_EQ(gl_coordinates({}, fetch).operation, render::gl::SamplingOperation::gradients);
  EXPECT_EQ(gl_coordinates({}, fetch).dy[1], 0.25F);
}

}  // namespace
}  // namespace texelscope::app
