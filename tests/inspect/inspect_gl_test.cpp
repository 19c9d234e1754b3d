#include "texelscope/inspect_gl.h"

#include <EGL/egl.h>
#include <glad/gl.h>
#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "tests/inspect/inspect_window.h"
#include "tests/render/gl/gl_fixture.h"
#include "texelscope/gpu/texture_descriptor.h"

namespace texelscope::tests {
namespace {

using inspect::GLBuffer;
using inspect::GLReader;
using inspect::GLTexture;
using inspect::Status;

class InspectGl : public GlTest, protected InspectWindow {
 protected:
  void SetUp() override {
    GlTest::SetUp();
    if (IsSkipped()) {
      return;
    }
    options_.always = true;
    reader_ = std::make_unique<GLReader>(context().loader());
  }
  void TearDown() override {
    reader_.reset();
    GlTest::TearDown();
  }

  /// The received state of an array that begins with this call.
  template <class Object>
  std::shared_ptr<const app::SourceFrame> shown(const std::string& name, const Object& object) {
    EXPECT_EQ(reader_->show(name.c_str(), object, options_), Status::sent) << texelscope_inspect_last_error();
    reader_->finish();
    return received(name);
  }
  template <class Object>
  std::string error_of_showing(const Object& object) {
    EXPECT_EQ(reader_->show("wrong", object, options_), Status::refused);
    EXPECT_EQ(glGetError(), static_cast<GLenum>(GL_NO_ERROR));
    return texelscope_inspect_last_error();
  }
  /// A texture with a level 0 of these texels.
  static GLuint texture_2d(GLenum format, GLsizei width, GLsizei height, GLenum transfer, GLenum type,
                           const void* texels) {
    GLuint name = 0;
    glCreateTextures(GL_TEXTURE_2D, 1, &name);
    glTextureStorage2D(name, 1, format, width, height);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    glTextureSubImage2D(name, 0, 0, 0, width, height, transfer, type, texels);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
    return name;
  }

  inspect::Options options_;
  std::unique_ptr<GLReader> reader_;
};

TEST_F(InspectGl, TexelsArriveWithOddWidths) {
  std::array<std::uint8_t, 3 * 5 * 4> texels{};
  for (std::size_t i = 0; i < texels.size(); ++i) {
    texels[i] = static_cast<std::uint8_t>(i);
  }
  const auto color = shown("color", GLTexture{texture_2d(GL_RGBA8, 3, 5, GL_RGBA, GL_UNSIGNED_BYTE, texels.data())});
  ASSERT_NE(color, nullptr);
  EXPECT_EQ(color->view.layout().shape(), (gpu::Dimensions{5, 3, 4}));
  EXPECT_EQ(color->view.at<std::uint8_t>({4, 2, 3}), 59);
  EXPECT_EQ(color->view.at<std::uint8_t>({1, 0, 0}), 12);
  const auto three = shown("three", GLTexture{texture_2d(GL_RGB8, 3, 5, GL_RGB, GL_UNSIGNED_BYTE, texels.data())});
  ASSERT_NE(three, nullptr);
  EXPECT_EQ(three->view.at<std::uint8_t>({4, 2, 2}), 44);
}

TEST_F(InspectGl, EachFormatHasItsType) {
  struct Case {
    GLenum format;
    const char* type;
    std::int64_t channels;
  };
  constexpr std::array cases = {Case{GL_R8, "uint8", 1},
                                Case{GL_RG16, "uint16", 2},
                                Case{GL_RGBA16F, "float16", 4},
                                Case{GL_RGB32F, "float32", 3},
                                Case{GL_R11F_G11F_B10F, "float16", 3},
                                Case{GL_RGB9_E5, "float16", 3},
                                Case{GL_RGB10_A2, "float32", 4},
                                Case{GL_RGB10_A2UI, "uint16", 4},
                                Case{GL_R8_SNORM, "int8", 1},
                                Case{GL_RGBA16_SNORM, "int16", 4},
                                Case{GL_R32I, "int32", 1},
                                Case{GL_RG32UI, "uint32", 2},
                                Case{GL_RGBA8I, "int8", 4},
                                Case{GL_RGB565, "uint8", 3},
                                Case{GL_SRGB8_ALPHA8, "uint8", 4},
                                Case{GL_DEPTH_COMPONENT16, "uint16", 1},
                                Case{GL_DEPTH_COMPONENT24, "float32", 1},
                                Case{GL_DEPTH_COMPONENT32F, "float32", 1},
                                Case{GL_DEPTH24_STENCIL8, "float32", 1},
                                Case{GL_STENCIL_INDEX8, "uint8", 1},
                                Case{GL_COMPRESSED_RED_RGTC1, "uint8", 1}};
  for (const Case& one : cases) {
    GLuint name = 0;
    glCreateTextures(GL_TEXTURE_2D, 1, &name);
    glTextureStorage2D(name, 1, one.format, 8, 4);
    const std::string title = "format " + std::to_string(one.format);
    const auto frame = shown(title, GLTexture{name});
    ASSERT_NE(frame, nullptr);
    EXPECT_EQ(to_string(frame->view.type()), one.type) << title;
    EXPECT_EQ(frame->view.layout().shape(),
              one.channels == 1 ? (gpu::Dimensions{4, 8}) : (gpu::Dimensions{4, 8, one.channels}))
        << title;
    ASSERT_TRUE(frame->texture) << title;
    EXPECT_EQ(frame->texture->srgb, one.format == GL_SRGB8_ALPHA8);
    glDeleteTextures(1, &name);
  }
}

TEST_F(InspectGl, DepthIsExact) {
  const std::array<float, 2> depths = {0.25F, 0.7F};
  const auto frame =
      shown("depth", GLTexture{texture_2d(GL_DEPTH_COMPONENT32F, 2, 1, GL_DEPTH_COMPONENT, GL_FLOAT, depths.data())});
  ASSERT_NE(frame, nullptr);
  EXPECT_EQ(frame->view.at<float>({0, 1}), 0.7F);
}

TEST_F(InspectGl, LevelsLayersAndFacesArrive) {
  GLuint cube = 0;
  glCreateTextures(GL_TEXTURE_CUBE_MAP, 1, &cube);
  glTextureStorage2D(cube, 2, GL_R32F, 4, 4);
  for (int face = 0; face < 6; ++face) {
    const std::vector<float> texels(4, static_cast<float>(face));
    glTextureSubImage3D(cube, 1, 0, 0, face, 2, 2, 1, GL_RED, GL_FLOAT, texels.data());
  }
  const auto faces = shown("cube", GLTexture{cube, GL_TEXTURE_CUBE_MAP, 1});
  ASSERT_NE(faces, nullptr);
  EXPECT_EQ(faces->view.layout().shape(), (gpu::Dimensions{6, 2, 2}));
  EXPECT_EQ(faces->view.at<float>({5, 1, 1}), 5);
  GLuint layers = 0;
  glCreateTextures(GL_TEXTURE_2D_ARRAY, 1, &layers);
  glTextureStorage3D(layers, 1, GL_R16UI, 2, 3, 7);
  const std::uint16_t value = 9;
  glTextureSubImage3D(layers, 0, 1, 2, 6, 1, 1, 1, GL_RED_INTEGER, GL_UNSIGNED_SHORT, &value);
  const auto array = shown("layers", GLTexture{layers});
  ASSERT_NE(array, nullptr);
  EXPECT_EQ(array->view.layout().shape(), (gpu::Dimensions{7, 3, 2}));
  EXPECT_EQ(array->view.at<std::uint16_t>({6, 2, 1}), 9);
  GLuint line = 0;
  glCreateTextures(GL_TEXTURE_1D, 1, &line);
  glTextureStorage1D(line, 1, GL_RG8, 5);
  EXPECT_EQ(shown("line", GLTexture{line})->view.layout().shape(), (gpu::Dimensions{5, 2}));
}

TEST_F(InspectGl, ParametersAreThoseOfTheWindow) {
  const GLuint name = texture_2d(GL_RGBA8, 2, 2, GL_RGBA, GL_UNSIGNED_BYTE, std::array<std::uint8_t, 16>{}.data());
  glTextureParameteri(name, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_BORDER);
  glTextureParameteri(name, GL_TEXTURE_WRAP_T, GL_MIRRORED_REPEAT);
  glTextureParameteri(name, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
  glTextureParameteri(name, GL_TEXTURE_MIN_FILTER, GL_NEAREST_MIPMAP_LINEAR);
  const std::array<float, 4> color = {0.5F, 0, 0, 1};
  glTextureParameterfv(name, GL_TEXTURE_BORDER_COLOR, color.data());
  const auto own = shown("own", GLTexture{name});
  ASSERT_TRUE(own && own->texture);
  EXPECT_EQ(own->texture->address_mode[0], gpu::AddressMode::border);
  EXPECT_EQ(own->texture->address_mode[1], gpu::AddressMode::mirror);
  EXPECT_EQ(own->texture->address_mode[2], gpu::AddressMode::wrap);
  EXPECT_EQ(own->texture->filter_mode, gpu::FilterMode::linear);
  EXPECT_EQ(own->texture->mipmap_filter_mode, gpu::FilterMode::linear);
  EXPECT_EQ(own->texture->read_mode, gpu::ReadMode::normalized_float);
  EXPECT_TRUE(own->texture->normalized_coords);
  EXPECT_EQ(own->texture->border_color[0], 0.5F);
  GLuint sampler = 0;
  glCreateSamplers(1, &sampler);
  glSamplerParameteri(sampler, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
  const auto sampled = shown("sampled", GLTexture{name, GL_TEXTURE_2D, 0, sampler});
  ASSERT_TRUE(sampled && sampled->texture);
  EXPECT_EQ(sampled->texture->filter_mode, gpu::FilterMode::point);
}

TEST_F(InspectGl, BuffersArriveFromAnOffset) {
  const std::array<float, 7> values = {-1, 0, 1, 2, 3, 4, 5};
  GLuint name = 0;
  glCreateBuffers(1, &name);
  glNamedBufferData(name, sizeof values, values.data(), GL_STATIC_DRAW);
  const auto frame = shown("buffer", GLBuffer::of<float>(name, {2, 3}, sizeof(float)));
  ASSERT_NE(frame, nullptr);
  EXPECT_EQ(frame->view.layout().shape(), (gpu::Dimensions{2, 3}));
  EXPECT_EQ(frame->view.at<float>({1, 2}), 5);
  const std::string beyond = error_of_showing(GLBuffer::of<float>(name, {2, 4}));
  EXPECT_CONTAINS(beyond, "beyond the buffer");
  glMapNamedBuffer(name, GL_READ_ONLY);
  EXPECT_CONTAINS(error_of_showing(GLBuffer::of<float>(name, {2})), "mapped");
  glUnmapNamedBuffer(name);
}

TEST_F(InspectGl, TheStateOfTheProgramStays) {
  const std::vector<std::uint8_t> texels(64);
  const GLuint shown_texture = texture_2d(GL_RGBA8, 4, 4, GL_RGBA, GL_UNSIGNED_BYTE, texels.data());
  const GLuint bound_texture = texture_2d(GL_RGBA8, 4, 4, GL_RGBA, GL_UNSIGNED_BYTE, texels.data());
  std::array<GLuint, 4> buffers{};
  glCreateBuffers(4, buffers.data());
  for (const GLuint buffer : buffers) {
    glNamedBufferData(buffer, 4096, nullptr, GL_STATIC_DRAW);
  }
  glActiveTexture(GL_TEXTURE3);
  glBindTexture(GL_TEXTURE_2D, bound_texture);
  glBindBuffer(GL_PIXEL_PACK_BUFFER, buffers[0]);
  glBindBuffer(GL_COPY_READ_BUFFER, buffers[1]);
  glBindBuffer(GL_COPY_WRITE_BUFFER, buffers[2]);
  glPixelStorei(GL_PACK_ALIGNMENT, 8);
  glPixelStorei(GL_PACK_ROW_LENGTH, 100);
  glPixelStorei(GL_PACK_SKIP_ROWS, 2);
  const auto state = [] {
    std::vector<GLint> values;
    for (const GLenum name : {GL_ACTIVE_TEXTURE, GL_TEXTURE_BINDING_2D, GL_PIXEL_PACK_BUFFER_BINDING,
                              GL_COPY_READ_BUFFER_BINDING, GL_COPY_WRITE_BUFFER_BINDING, GL_PACK_ALIGNMENT,
                              GL_PACK_ROW_LENGTH, GL_PACK_SKIP_ROWS, GL_READ_FRAMEBUFFER_BINDING}) {
      values.push_back(0);
      glGetIntegerv(name, &values.back());
    }
    return values;
  };
  const std::vector<GLint> before = state();
  shown("texture", GLTexture{shown_texture});
  shown("buffer", GLBuffer::of<float>(buffers[3], {16}));
  reader_->end("texture");
  EXPECT_EQ(state(), before);
  reader_.reset();
  EXPECT_EQ(state(), before);
  glPixelStorei(GL_PACK_ALIGNMENT, 4);
  glPixelStorei(GL_PACK_ROW_LENGTH, 0);
  glPixelStorei(GL_PACK_SKIP_ROWS, 0);
  glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
  glActiveTexture(GL_TEXTURE0);
}

TEST_F(InspectGl, WhatCannotBeReadIsRefused) {
  EXPECT_CONTAINS(error_of_showing(GLTexture{12345}), "not a texture");
  EXPECT_CONTAINS(error_of_showing(GLBuffer::of<float>(12345, {1})), "not a buffer");
  GLuint samples = 0;
  glCreateTextures(GL_TEXTURE_2D_MULTISAMPLE, 1, &samples);
  EXPECT_CONTAINS(error_of_showing(GLTexture{samples}), "resolve");
  const GLuint name = texture_2d(GL_R8, 2, 2, GL_RED, GL_UNSIGNED_BYTE, "1234");
  for (const int level : {-1, 1, 30, 100}) {
    EXPECT_CONTAINS(error_of_showing(GLTexture{name, GL_TEXTURE_2D, level}), "no such level");
  }
  EXPECT_CONTAINS(error_of_showing(GLTexture{name, GL_TEXTURE_2D, 0, 77}), "not a sampler");
  GLReader without([](const char*) -> void* { return nullptr; });
  EXPECT_EQ(without.show("a", GLTexture{name}), Status::refused);
}

TEST_F(InspectGl, AnotherContextIsRefused) {
  const GLuint name = texture_2d(GL_R8, 2, 2, GL_RED, GL_UNSIGNED_BYTE, "1234");
  EXPECT_NE(shown("here", GLTexture{name}), nullptr);
  {
    const render::gl::EglContext other{render::gl::EglChoice{}};
    EXPECT_CONTAINS(error_of_showing(GLTexture{name}), "another context");
  }
  const EGLDisplay display = eglGetCurrentDisplay();
  eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
  EXPECT_EQ(reader_->show("here", GLTexture{name}), Status::refused);
  make_current();
  EXPECT_EQ(reader_->show("here", GLTexture{name}, options_), Status::sent);
}

TEST_F(InspectGl, OlderContextsNeedTheTarget) {
  GLuint volume = 0;
  glCreateTextures(GL_TEXTURE_3D, 1, &volume);
  glTextureStorage3D(volume, 1, GL_R8, 4, 3, 2);
  reader_ = std::make_unique<GLReader>([loader = context().loader()](const char* function) {
    return std::string(function) == "glGetTextureParameteriv" ? nullptr : loader(function);
  });
  const auto frame = shown("volume", GLTexture{volume, GL_TEXTURE_3D});
  ASSERT_NE(frame, nullptr);
  EXPECT_EQ(frame->view.layout().shape(), (gpu::Dimensions{2, 3, 4}));
  EXPECT_CONTAINS(error_of_showing(GLTexture{volume}), "another target");
  EXPECT_EQ(take_gl_errors().size(), 1U);
}

TEST_F(InspectGl, ALargeTextureLeavesTimeForASmallOne) {
  const std::vector<std::uint8_t> texels(std::size_t{4} * 2048 * 2048);
  const GLTexture large{texture_2d(GL_RGBA8, 2048, 2048, GL_RGBA, GL_UNSIGNED_BYTE, texels.data())};
  const GLTexture small{texture_2d(GL_RGBA8, 4, 4, GL_RGBA, GL_UNSIGNED_BYTE, texels.data())};
  // The window shows both.
  shown("large", large);
  shown("small", small);
  int sent = 0;
  for (int frame = 0; frame < 300; ++frame) {
    static_cast<void>(reader_->show("large", large));
    sent += reader_->show("small", small) == Status::sent ? 1 : 0;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  EXPECT_GT(sent, 15);
}

TEST_F(InspectGl, NumbersAreJsonInEachLocale) {
  EXPECT_EQ(inspect::json_number(0.5F), "0.5");
  EXPECT_EQ(inspect::json_number(-std::numeric_limits<float>::infinity()), "-3.39999995e+38");
  EXPECT_EQ(inspect::json_number(std::numeric_limits<float>::quiet_NaN()), "0");
}

TEST_F(InspectGl, TheNewestStateArrivesWithoutWaiting) {
  const float none = 0;
  const GLuint name = texture_2d(GL_R32F, 1, 1, GL_RED, GL_FLOAT, &none);
  float value = 1;
  for (; value <= 20; ++value) {
    glTextureSubImage2D(name, 0, 0, 0, 1, 1, GL_RED, GL_FLOAT, &value);
    static_cast<void>(reader_->show("count", GLTexture{name}, options_));
    glFlush();
  }
  reader_->finish();
  float last = 0;
  for (int i = 0; i < 500 && last < 20; ++i) {
    last = received("count")->view.at<float>({0, 0});
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  EXPECT_EQ(last, 20);
}

}  // namespace
}  // namespace texelscope::tests
