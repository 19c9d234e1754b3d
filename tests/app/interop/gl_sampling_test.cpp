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
  EXPECT_TRUE(like.is_linear);
}

}  // namespace
}  // namespace texelscope::app
