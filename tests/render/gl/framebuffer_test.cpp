#include "render/gl/framebuffer.h"

#include <glad/gl.h>

#include <array>

#include "tests/render/gl/gl_fixture.h"

namespace texelscope::tests {
namespace {

using render::PixelFormat;
using render::gl::Framebuffer;
using render::gl::read_framebuffer;

class GlFramebuffer : public GlTest {};

void fill(int x, int y, int width, int height, std::array<float, 4> color) {
  glEnable(GL_SCISSOR_TEST);
  glScissor(x, y, width, height);
  glClearBufferfv(GL_COLOR, 0, color.data());
  glDisable(GL_SCISSOR_TEST);
}

TEST_F(GlFramebuffer, IsReadFromTopToBottom) {
  const Framebuffer framebuffer{PixelFormat::rgba8, 3, 3};
  framebuffer.bind();
  fill(0, 0, 3, 1, {1, 0, 0, 1});
  fill(0, 1, 3, 1, {0, 1, 0, 1});
  fill(0, 2, 3, 1, {0, 0, 1, 1});
  std::vector<std::byte> pixels(3 * 3 * 4);
  read_framebuffer({0, 0, 3, 3}, pixels);
  EXPECT_EQ(pixels[2], std::byte{255}) << "the top row of the screen is blue";
  EXPECT_EQ(pixels[12 + 1], std::byte{255}) << "green in the middle";
  EXPECT_EQ(pixels[24 + 0], std::byte{255}) << "red at the bottom";
}

TEST_F(GlFramebuffer, DrawsIntoItsTextureAndReadsABox) {
  const Framebuffer framebuffer{PixelFormat::rgba8, 8, 6};
  framebuffer.bind();
  fill(0, 0, 8, 6, {0, 0, 0, 1});
  fill(5, 4, 1, 1, {1, 1, 1, 1});
  std::vector<std::byte> box(2 * 2 * 4);
  read_framebuffer({5, 3, 2, 2}, box);
  EXPECT_EQ(box[0], std::byte{255});
  EXPECT_EQ(box[8], std::byte{0});
  std::vector<std::byte> texel(4);
  framebuffer.color().read({5, 4, 1, 1}, texel);
  EXPECT_EQ(texel[0], std::byte{255});
}

TEST_F(GlFramebuffer, KeepsFloats) {
  const Framebuffer framebuffer{PixelFormat::rgba32f, 2, 2};
  framebuffer.bind();
  fill(0, 0, 2, 2, {1234.5F, -3, 0.001F, 1});
  std::array<float, 4> texel{};
  framebuffer.color().read({1, 1, 1, 1}, std::as_writable_bytes(std::span{texel}));
  EXPECT_EQ(texel, (std::array{1234.5F, -3.0F, 0.001F, 1.0F}));
}

TEST_F(GlFramebuffer, RejectsReadsIntoTooLittleMemory) {
  const Framebuffer framebuffer{PixelFormat::rgba8, 4, 4};
  framebuffer.bind();
  std::vector<std::byte> pixels(63);
  EXPECT_CONTAINS(error_of([&] { read_framebuffer({0, 0, 4, 4}, pixels); }), "63");
  EXPECT_CONTAINS(error_of([&] { read_framebuffer({0, 0, 0, 4}, pixels); }), "0 × 4");
}

TEST_F(GlFramebuffer, RejectsUnsupportedSizes) {
  EXPECT_CONTAINS(error_of([] { const Framebuffer framebuffer(PixelFormat::rgba8, 0, 5); }), "0 × 5");
}

}  // namespace
}  // namespace texelscope::tests
