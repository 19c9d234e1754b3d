#include "render/gl/texture.h"

#include <glad/gl.h>

#include <algorithm>
#include <cstring>
#include <limits>

#include "render/common/error.h"
#include "render/gl/buffer.h"
#include "tests/render/gl/gl_fixture.h"

namespace texelscope::tests {
namespace {

using render::PixelFormat;
using render::PixelRect;
using render::gl::Texture;

class GlTexture : public GlTest {};

TEST_F(GlTexture, ReadsBackWhatWasUploaded) {
  for (const PixelFormat format : {PixelFormat::rgba8, PixelFormat::rgba32f}) {
    Texture texture{format, 37, 21};
    std::vector<std::byte> pixels = counting_bytes(37 * 21 * bytes_per_pixel(format));
    if (format == PixelFormat::rgba32f) {
      for (std::size_t i = 0; i < pixels.size() / 4; ++i) {
        const float value = static_cast<float>(i) * 0.37F - 100;
        std::memcpy(&pixels[i * 4], &value, 4);
      }
    }
    texture.upload(pixels);
    std::vector<std::byte> read(pixels.size());
    texture.read({0, 0, 37, 21}, read);
    EXPECT_EQ(read, pixels);
  }
}

TEST_F(GlTexture, UploadsTheBytesOfABuffer) {
  Texture texture{PixelFormat::rgba8, 37, 21};
  render::gl::Buffer buffer{37 * 21 * 4 + 8};
  const std::vector<std::byte> pixels = counting_bytes(37 * 21 * 4);
  buffer.upload(pixels);
  texture.upload(buffer);
  std::vector<std::byte> read(pixels.size());
  texture.read({0, 0, 37, 21}, read);
  EXPECT_EQ(read, pixels);
  // The next upload is from the host again.
  texture.upload(read);
  buffer.set_acquired(true);
  EXPECT_THROW(texture.upload(buffer), render::Error);
  EXPECT_THROW(texture.upload(render::gl::Buffer{37 * 21 * 4 - 1}), render::Error);
}

TEST_F(GlTexture, ReadsABoxRowByRow) {
  Texture texture{PixelFormat::rgba8, 16, 8};
  const std::vector<std::byte> pixels = counting_bytes(16 * 8 * 4);
  texture.upload(pixels);
  std::vector<std::byte> read(5 * 3 * 4);
  texture.read({7, 2, 5, 3}, read);
  for (std::size_t y = 0; y < 3; ++y) {
    for (std::size_t i = 0; i < 5 * 4; ++i) {
      ASSERT_EQ(read[y * 20 + i], pixels[(y + 2) * 64 + 7 * 4 + i]) << "row " << y << ", byte " << i;
    }
  }
}

TEST_F(GlTexture, IgnoresPixelStateLeftByOthers) {
  Texture texture{PixelFormat::rgba8, 6, 5};
  const std::vector<std::byte> pixels = counting_bytes(6 * 5 * 4);
  for (const GLenum setting : {GL_UNPACK_ROW_LENGTH, GL_PACK_ROW_LENGTH}) {
    glPixelStorei(setting, 64);
  }
  for (const GLenum setting : {GL_UNPACK_SKIP_ROWS, GL_PACK_SKIP_ROWS, GL_UNPACK_SKIP_PIXELS, GL_PACK_SKIP_PIXELS}) {
    glPixelStorei(setting, 2);
  }
  texture.upload(pixels);
  std::vector<std::byte> read(pixels.size());
  texture.read({0, 0, 6, 5}, read);
  EXPECT_EQ(read, pixels);
}

TEST_F(GlTexture, RejectsUnsupportedSizes) {
  GLint limit = 0;
  glGetIntegerv(GL_MAX_TEXTURE_SIZE, &limit);
  for (const auto& [width, height] :
       {std::pair{0, 4}, {4, 0}, {-1, 4}, {limit + 1, 1}, {1, limit + 1}, {65536, 65536}}) {
    const std::string error = error_of([&] { const Texture texture(PixelFormat::rgba8, width, height); });
    EXPECT_CONTAINS(error, std::to_string(width));
    EXPECT_CONTAINS(error, std::to_string(limit));
  }
}

TEST_F(GlTexture, SupportsTheLargestWidth) {
  GLint limit = 0;
  glGetIntegerv(GL_MAX_TEXTURE_SIZE, &limit);
  Texture texture{PixelFormat::rgba8, limit, 1};
  const std::vector<std::byte> pixels = counting_bytes(static_cast<std::size_t>(limit) * 4);
  texture.upload(pixels);
  std::vector<std::byte> last(4);
  texture.read({limit - 1, 0, 1, 1}, last);
  EXPECT_TRUE(std::equal(last.begin(), last.end(), pixels.end() - 4));
}

TEST_F(GlTexture, RejectsUploadsOfAnotherSize) {
  Texture texture{PixelFormat::rgba8, 4, 4};
  for (const std::size_t size : {0U, 63U, 65U}) {
    const std::string error = error_of([&] { texture.upload(std::vector<std::byte>(size)); });
    EXPECT_CONTAINS(error, std::to_string(size) + " bytes");
    EXPECT_CONTAINS(error, "exactly 64");
  }
}

TEST_F(GlTexture, RejectsBoxesOutsideIt) {
  const Texture texture{PixelFormat::rgba8, 8, 4};
  std::vector<std::byte> pixels(8 * 4 * 4);
  constexpr int huge = std::numeric_limits<int>::max();
  for (const PixelRect& rect : {PixelRect{-1, 0, 2, 2},
                                {0, -1, 2, 2},
                                {7, 0, 2, 1},
                                {0, 3, 1, 2},
                                {0, 0, 0, 1},
                                {0, 0, 1, -1},
                                {huge, 0, huge, 1},
                                {0, huge, 1, huge}}) {
    EXPECT_CONTAINS(error_of([&] { texture.read(rect, pixels); }), "not within the texture of 8 × 4");
  }
}

TEST_F(GlTexture, RejectsReadsIntoTooLittleMemory) {
  const Texture texture{PixelFormat::rgba32f, 8, 4};
  std::vector<std::byte> pixels(2 * 2 * 16 - 1);
  const std::string error = error_of([&] { texture.read({0, 0, 2, 2}, pixels); });
  EXPECT_CONTAINS(error, "64 bytes");
  EXPECT_CONTAINS(error, "63");
}

TEST_F(GlTexture, RejectsEveryUseWhileAcquired) {
  Texture texture{PixelFormat::rgba8, 4, 4};
  std::vector<std::byte> pixels(64);
  texture.set_acquired(true);
  EXPECT_CONTAINS(error_of([&] { texture.upload(pixels); }), "mapped by a compute device");
  EXPECT_CONTAINS(error_of([&] { texture.read({0, 0, 4, 4}, pixels); }), "undefined");
  EXPECT_CONTAINS(error_of([&] { texture.bind(0); }), "unmap it first");
  texture.set_acquired(false);
  texture.upload(pixels);
  texture.bind(0);
}

TEST_F(GlTexture, MovesItsNameToTheTargetOfAMove) {
  Texture first{PixelFormat::rgba32f, 4, 2};
  const std::uint32_t name = first.name();
  Texture second{std::move(first)};
  EXPECT_EQ(second.name(), name);
  EXPECT_EQ(second.format(), PixelFormat::rgba32f);
  {
    const Texture third{std::move(second)};
    EXPECT_EQ(glIsTexture(name), GL_TRUE);
  }
  EXPECT_EQ(glIsTexture(name), GL_FALSE);
}

}  // namespace
}  // namespace texelscope::tests
