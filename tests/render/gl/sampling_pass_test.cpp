#include "render/gl/sampling_pass.h"

#include <cstddef>
#include <cstring>
#include <vector>

#include "tests/render/gl/gl_fixture.h"

namespace texelscope::tests {
namespace {

using render::PixelFormat;
using render::gl::SampledFormat;
using render::gl::SampledTexture;
using render::gl::SamplingPass;

class GlSamplingPass : public GlTest {};

/// Pixel (x, y) of 8 × 4 samples the center of texel (x, y).
constexpr render::gl::SamplingCoordinates identity{
    .by_x = {1.0F / 8, 0, 0}, .by_y = {0, 1.0F / 4, 0}, .origin = {0.5F / 8, 0.5F / 4, 0}};

TEST_F(GlSamplingPass, ReadsTheTexelsThatItsCoordinatesName) {
  const std::vector<std::byte> texels = counting_bytes(8 * 4 * 4);
  SampledTexture texture;
  texture.size = {8, 4, 1};
  texture.texels = texels;
  const SamplingPass pass(texture, PixelFormat::rgba8, 8, 4, identity);
  pass.draw();
  std::vector<std::byte> read(texels.size());
  pass.read(read);
  EXPECT_EQ(read, texels);
}

TEST_F(GlSamplingPass, BlendsAndReadsBeyondTheBorder) {
  const float values[] = {0, 1};
  SampledTexture texture;
  texture.format = SampledFormat::float32;
  texture.num_channels = 1;
  texture.rank = 1;
  texture.size = {2, 1, 1};
  texture.is_linear = true;
  texture.wrap = render::gl::SampledWrap::border;
  texture.border = {0.25F, 0, 0, 1};
  texture.texels = std::as_bytes(std::span(values));
  const SamplingPass pass(texture, PixelFormat::rgba32f, 2, 1, {.by_x = {1, 0, 0}, .by_y = {}, .origin = {0.5F, 0, 0}});
  pass.draw();
  float read[8] = {};
  pass.read(std::as_writable_bytes(std::span(read)));
  EXPECT_EQ(read[0], 0.5F);
  EXPECT_EQ(read[4], 0.25F);
}

TEST_F(GlSamplingPass, ReadsTheLevelThatItsCoordinatesOrGradientsName) {
  // 2 × 2 texels of 10, then one of 200.
  const std::vector<std::byte> texels{std::byte{10}, std::byte{10}, std::byte{10}, std::byte{10}, std::byte{200}};
  SampledTexture texture;
  texture.num_channels = 1;
  texture.size = {2, 2, 1};
  texture.num_levels = 2;
  texture.texels = texels;
  render::gl::SamplingCoordinates coordinates{.by_x = {}, .by_y = {}, .origin = {0.5F, 0.5F, 0}};
  const auto red_of = [&] {
    const SamplingPass pass(texture, PixelFormat::rgba8, 1, 1, coordinates);
    pass.draw();
    std::vector<std::byte> pixel(4);
    pass.read(pixel);
    return std::to_integer<int>(pixel[0]);
  };
  EXPECT_EQ(red_of(), 10);
  coordinates.operation = render::gl::SamplingOperation::level;
  coordinates.level = 1;
  EXPECT_EQ(red_of(), 200);
  coordinates.operation = render::gl::SamplingOperation::gradients;
  coordinates.dx = {1, 0, 0};
  coordinates.dy = {0, 1, 0};
  EXPECT_EQ(red_of(), 200);
}

TEST_F(GlSamplingPass, ReadsTheFaceOfACubeMap) {
  const std::vector<std::byte> texels{std::byte{1}, std::byte{2}, std::byte{3},
                                      std::byte{4}, std::byte{5}, std::byte{6}};
  SampledTexture texture;
  texture.num_channels = 1;
  texture.is_cube_map = true;
  texture.texels = texels;
  const SamplingPass pass(texture, PixelFormat::rgba8, 1, 1, {.by_x = {}, .by_y = {}, .origin = {0, -1, 0}});
  pass.draw();
  std::vector<std::byte> pixel(4);
  pass.read(pixel);
  EXPECT_EQ(std::to_integer<int>(pixel[0]), 4);
}

TEST_F(GlSamplingPass, RejectsTexelsThatDoNotMatchTheSize) {
  const std::vector<std::byte> texels(12);
  SampledTexture texture;
  texture.size = {2, 2, 1};
  texture.texels = texels;
  const std::string error = error_of([&] { const SamplingPass pass(texture, PixelFormat::rgba8, 2, 2, identity); });
  EXPECT_CONTAINS(error, "12 bytes");
  EXPECT_CONTAINS(error, "exactly 16 are required");
}

}  // namespace
}  // namespace texelscope::tests
