#include "render/gl/sampling_pass.h"

#include <cstring>

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
