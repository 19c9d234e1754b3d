#include "render/gl/point_pass.h"

#include <glad/gl.h>

#include <limits>
#include <span>

#include "tests/app/point_sums.h"
#include "tests/render/gl/gl_fixture.h"

namespace texelscope::tests {
namespace {

using app::PointVertex;
using render::PixelFormat;
using render::gl::Buffer;
using render::gl::PointPass;
using render::gl::Texture;

class GlPointPass : public GlTest {
 protected:
  static constexpr std::array<std::uint8_t, 4> background{2, 3, 5, 250};

  static Buffer buffer_of(std::span<const PointVertex> points) {
    Buffer buffer{points.size_bytes()};
    buffer.upload(std::as_bytes(points));
    return buffer;
  }

  static std::vector<std::byte> pixels_of(const Texture& texture) {
    std::vector<std::byte> pixels(static_cast<std::size_t>(texture.width()) *
                                  static_cast<std::size_t>(texture.height()) * 4);
    texture.read({0, 0, texture.width(), texture.height()}, pixels);
    return pixels;
  }

  static std::vector<std::byte> drawn(std::span<const PointVertex> points, int width, int height) {
    const Texture texture{PixelFormat::rgba8, width, height};
    PointPass{}.draw(texture, background, buffer_of(points), points.size());
    return pixels_of(texture);
  }
};

TEST_F(GlPointPass, ProducesTheSumsOfItsBytes) {
  for (const std::uint32_t brightest : {1U, 6U, 255U}) {
    const std::vector<PointVertex> points = scattered_points(60000, 97, 61, brightest);
    EXPECT_EQ(drawn(points, 97, 61), sum_points(points, background, 97, 61)) << brightest;
  }
}

TEST_F(GlPointPass, DrawsIntoWideTallAndSingleTexels) {
  for (const auto& [width, height] : {std::pair{1, 1}, {8192, 1}, {1, 8192}, {4097, 3}}) {
    const std::vector<PointVertex> points = scattered_points(20000, width, height, 40);
    EXPECT_EQ(drawn(points, width, height), sum_points(points, background, width, height)) << width << " × " << height;
  }
}

TEST_F(GlPointPass, DrawsNoPointOutside) {
  EXPECT_EQ(drawn(points_outside(5), 5, 5), sum_points({}, background, 5, 5));
}

TEST_F(GlPointPass, AddsEachByteToEachByte) {
  std::vector<PointVertex> points;
  for (int first = 0; first < 256; ++first) {
    for (int second = 0; second < 256; ++second) {
      for (const int amount : {first, second}) {
        const auto byte = static_cast<std::uint8_t>(amount);
        points.push_back({static_cast<std::int16_t>(first),
                          static_cast<std::int16_t>(second),
                          {byte, static_cast<std::uint8_t>(255 - byte), 0, byte}});
      }
    }
  }
  EXPECT_EQ(drawn(points, 256, 256), sum_points(points, background, 256, 256));
}

TEST_F(GlPointPass, DrawsTheFirstPointsAndStartsOverEachTime) {
  const std::vector<PointVertex> points = scattered_points(100, 9, 7, 30);
  const Texture texture{PixelFormat::rgba8, 9, 7};
  const Buffer buffer = buffer_of(points);
  const PointPass pass;
  for (const std::size_t count : {100U, 40U, 0U}) {
    pass.draw(texture, background, buffer, count);
    EXPECT_EQ(pixels_of(texture), sum_points(std::span(points).first(count), background, 9, 7)) << count;
  }
}

TEST_F(GlPointPass, IgnoresStateLeftByOthers) {
  const std::vector<PointVertex> points = scattered_points(500, 16, 16, 30);
  for (const GLenum test : {GL_SCISSOR_TEST, GL_DEPTH_TEST, GL_STENCIL_TEST, GL_CULL_FACE, GL_DITHER}) {
    glEnable(test);
  }
  glScissor(3, 3, 2, 2);
  glColorMask(GL_TRUE, GL_FALSE, GL_TRUE, GL_FALSE);
  glPointSize(4);
  glBlendFunc(GL_SRC_ALPHA, GL_ZERO);
  EXPECT_EQ(drawn(points, 16, 16), sum_points(points, background, 16, 16));
  EXPECT_EQ(glIsEnabled(GL_BLEND), GL_FALSE);
  GLint framebuffer = -1;
  glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &framebuffer);
  EXPECT_EQ(framebuffer, 0);
}

TEST_F(GlPointPass, RejectsAcquiredTooSmallAndFloatTargets) {
  const std::vector<PointVertex> points = scattered_points(10, 4, 4, 30);
  Buffer buffer = buffer_of(points);
  Texture texture{PixelFormat::rgba8, 4, 4};
  const PointPass pass;
  EXPECT_CONTAINS(error_of([&] { pass.draw(texture, background, buffer, 11); }), "cannot draw 88 bytes");
  EXPECT_CONTAINS(error_of([&] { pass.draw(texture, background, buffer, std::size_t{1} << 40U); }), "1099511627776");
  buffer.set_acquired(true);
  EXPECT_CONTAINS(error_of([&] { pass.draw(texture, background, buffer, 10); }), "mapped by a compute device");
  buffer.set_acquired(false);
  texture.set_acquired(true);
  EXPECT_CONTAINS(error_of([&] { pass.draw(texture, background, buffer, 10); }), "cannot draw into the RGBA8 texture");
  const Texture floats{PixelFormat::rgba32f, 4, 4};
  EXPECT_CONTAINS(error_of([&] { pass.draw(floats, background, buffer, 10); }), "use 8 bits per channel");
}

}  // namespace
}  // namespace texelscope::tests
