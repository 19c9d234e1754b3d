#include "render/gl/buffer.h"

#include <glad/gl.h>

#include <limits>

#include "tests/render/gl/gl_fixture.h"

namespace texelscope::tests {
namespace {

using render::gl::Buffer;

class GlBuffer : public GlTest {};

TEST_F(GlBuffer, ReadsBackWhatWasUploaded) {
  Buffer buffer{1000};
  const std::vector<std::byte> bytes = counting_bytes(1000);
  buffer.upload(bytes);
  buffer.upload(std::vector<std::byte>(10, std::byte{255}), 500);
  std::vector<std::byte> read(20);
  buffer.read(read, 495);
  for (std::size_t i = 0; i < 20; ++i) {
    EXPECT_EQ(read[i], i >= 5 && i < 15 ? std::byte{255} : bytes[495 + i]) << i;
  }
}

TEST_F(GlBuffer, RejectsBytesOutsideIt) {
  Buffer buffer{100};
  std::vector<std::byte> bytes(10);
  EXPECT_CONTAINS(error_of([&] { buffer.upload(bytes, 91); }), "10 bytes at offset 91 of a GL buffer of 100");
  EXPECT_CONTAINS(error_of([&] { buffer.read(bytes, std::numeric_limits<std::size_t>::max()); }), "GL buffer of 100");
}

TEST_F(GlBuffer, CannotBeEmpty) {
  EXPECT_CONTAINS(error_of([] { const Buffer buffer{0}; }), "0 bytes");
}

TEST_F(GlBuffer, RejectsEveryUseWhileAcquired) {
  Buffer buffer{16};
  std::vector<std::byte> bytes(16);
  buffer.set_acquired(true);
  EXPECT_CONTAINS(error_of([&] { buffer.upload(bytes); }), "undefined");
  EXPECT_CONTAINS(error_of([&] { buffer.read(bytes); }), "unmap it first");
}

TEST_F(GlBuffer, DeletesItsNameOnce) {
  Buffer first{16};
  const std::uint32_t name = first.name();
  {
    const Buffer second{std::move(first)};
    EXPECT_EQ(glIsBuffer(name), GL_TRUE);
  }
  EXPECT_EQ(glIsBuffer(name), GL_FALSE);
}

}  // namespace
}  // namespace texelscope::tests
