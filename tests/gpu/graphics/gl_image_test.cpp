#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include "gpu/graphics/gl_formats.h"
#include "gpu/graphics/gl_state.h"
#include "texelscope/gpu/error.h"

namespace texelscope::gpu::graphics {
namespace {

/// A texture of a fake GL: the results of the level queries.
struct FakeTexture {
  GLint target = GL_TEXTURE_2D;
  GLint internal_format = GL_RGBA8;
  GLint width = 0;
  GLint height = 0;
  GLint depth = 1;
  GLint samples = 0;
  GLint red_size = 8;
  GLint is_compressed = 0;
  /// Levels that have storage.
  GLint levels = 1;
  /// Width of the last face of a cube map, if different.
  GLint last_face_width = 0;
};

std::map<GLuint, FakeTexture> textures;
std::map<GLuint, FakeTexture> renderbuffers;
std::map<GLuint, GLint64> buffers;
/// By target: the objects bound in the only texture unit, and to the only buffer target that is queried.
std::map<GLenum, GLuint> bound;
GLenum pending_error = GL_NO_ERROR;

bool is_face(GLenum target) {
  return target >= GL_TEXTURE_CUBE_MAP_POSITIVE_X && target <= GL_TEXTURE_CUBE_MAP_NEGATIVE_Z;
}

FakeTexture bound_texture(GLenum target) {
  FakeTexture texture = textures.at(bound.at(is_face(target) ? GL_TEXTURE_CUBE_MAP : target));
  if (target == GL_TEXTURE_CUBE_MAP_NEGATIVE_Z && texture.last_face_width != 0) {
    texture.width = texture.last_face_width;
  }
  return texture;
}

GLFunctions fake_functions() {
  GLFunctions gl;
  gl.IsTexture = [](GLuint name) -> GLboolean { return textures.contains(name) ? GL_TRUE : GL_FALSE; };
  gl.IsRenderbuffer = [](GLuint name) -> GLboolean { return renderbuffers.contains(name) ? GL_TRUE : GL_FALSE; };
  gl.IsBuffer = [](GLuint name) -> GLboolean { return buffers.contains(name) ? GL_TRUE : GL_FALSE; };
  gl.GetTextureParameteriv = [](GLuint name, GLenum parameter, GLint* value) {
    EXPECT_EQ(parameter, static_cast<GLenum>(GL_TEXTURE_TARGET));
    *value = textures.at(name).target;
  };
  gl.GetError = [] { return std::exchange(pending_error, GL_NO_ERROR); };
  gl.GetIntegerv = [](GLenum binding, GLint* value) {
    const auto found =
        std::ranges::find_if(bound, [&](const auto& entry) { return gl_target_binding(entry.first) == binding; });
    *value = found == bound.end() ? 0 : static_cast<GLint>(found->second);
  };
  gl.BindTexture = [](GLenum target, GLuint name) {
    if (name != 0 && static_cast<GLenum>(textures.at(name).target) != target) {
      pending_error = GL_INVALID_OPERATION;
      return;
    }
    bound[target] = name;
  };
  gl.BindRenderbuffer = [](GLenum target, GLuint name) { bound[target] = name; };
  gl.BindBuffer = [](GLenum target, GLuint name) { bound[target] = name; };
  gl.GetTexLevelParameteriv = [](GLenum target, GLint level, GLenum parameter, GLint* value) {
    const FakeTexture texture = bound_texture(target);
    if (level >= texture.levels) {
      *value = 0;
      return;
    }
    const auto shrunk = [level](GLint size) { return std::max(1, size >> level); };
    switch (parameter) {
      case GL_TEXTURE_INTERNAL_FORMAT:
        *value = texture.internal_format;
        break;
      case GL_TEXTURE_WIDTH:
        *value = texture.width == 0 ? 0 : shrunk(texture.width);
        break;
      case GL_TEXTURE_HEIGHT:
        *value = texture.height == 0 ? 0 : shrunk(texture.height);
        break;
      case GL_TEXTURE_DEPTH:
        *value = texture.target == GL_TEXTURE_3D ? shrunk(texture.depth) : texture.depth;
        break;
      case GL_TEXTURE_RED_SIZE:
        *value = texture.red_size;
        break;
      case GL_TEXTURE_COMPRESSED:
        *value = texture.is_compressed;
        break;
      default:
        ADD_FAILURE() << "asked for " << parameter;
    }
  };
  gl.GetRenderbufferParameteriv = [](GLenum target, GLenum parameter, GLint* value) {
    const FakeTexture& renderbuffer = renderbuffers.at(bound.at(target));
    switch (parameter) {
      case GL_RENDERBUFFER_INTERNAL_FORMAT:
        *value = renderbuffer.internal_format;
        break;
      case GL_RENDERBUFFER_WIDTH:
        *value = renderbuffer.width;
        break;
      case GL_RENDERBUFFER_HEIGHT:
        *value = renderbuffer.height;
        break;
      case GL_RENDERBUFFER_SAMPLES:
        *value = renderbuffer.samples;
        break;
      case GL_RENDERBUFFER_RED_SIZE:
        *value = renderbuffer.red_size;
        break;
      default:
        ADD_FAILURE() << "asked for " << parameter;
    }
  };
  gl.GetBufferParameteri64v = [](GLenum target, GLenum, GLint64* value) { *value = buffers.at(bound.at(target)); };
  return gl;
}

class GLImageOf : public testing::Test {
 protected:
  void SetUp() override {
    textures.clear();
    renderbuffers.clear();
    buffers.clear();
    bound.clear();
    pending_error = GL_NO_ERROR;
  }
  void TearDown() override {
    EXPECT_EQ(pending_error, static_cast<GLenum>(GL_NO_ERROR)) << "an error was left behind";
    for (const auto& [target, name] : bound) {
      EXPECT_EQ(name, 0U) << gl_target_name(target) << " was left bound";
    }
  }

  GLImage describe(const FakeTexture& texture) {
    textures[7] = texture;
    return describe_gl_image(gl_, 7, static_cast<std::uint32_t>(texture.target));
  }

  std::string refusal(GLuint name, std::uint32_t target) {
    try {
      static_cast<void>(describe_gl_image(gl_, name, target));
    } catch (const InvalidArgument& error) {
      return error.what();
    }
    return "";
  }
  std::string refusal(const FakeTexture& texture) {
    textures[7] = texture;
    return refusal(7, static_cast<std::uint32_t>(texture.target));
  }

  GLFunctions gl_ = fake_functions();
};

void expect_contains(const std::string& text, const std::string& part) {
  EXPECT_NE(text.find(part), std::string::npos) << "'" << text << "' lacks '" << part << "'";
}

TEST_F(GLImageOf, ATextureHasItsFormatAndLevels) {
  const GLImage image = describe({.internal_format = GL_RGBA16F, .width = 20, .height = 6, .levels = 3});
  ASSERT_EQ(image.levels.size(), 3U);
  EXPECT_EQ(image.layers, 1U);
  EXPECT_EQ(image.levels[0], (ArrayDescriptor{Extent(20, 6), DataType::float16, 4, false}));
  EXPECT_EQ(image.levels[2].shape, Extent(5, 1));
}

TEST_F(GLImageOf, ATextureHasTheLevelsOfAnUnbrokenChain) {
  EXPECT_EQ(describe({.width = 16, .height = 16, .levels = 3}).levels.size(), 3U);
  EXPECT_EQ(describe({.width = 16, .height = 16, .levels = 5}).levels.size(), 5U);
  EXPECT_EQ(describe({.width = 1, .height = 1, .levels = 1}).levels.size(), 1U);
}

TEST_F(GLImageOf, A3DTextureHasDepthThatShrinks) {
  const GLImage image = describe({.target = GL_TEXTURE_3D, .width = 8, .height = 4, .depth = 6, .levels = 2});
  EXPECT_EQ(image.layers, 1U);
  EXPECT_EQ(image.levels[0].shape, Extent(8, 4, 6));
  EXPECT_EQ(image.levels[1].shape, Extent(4, 2, 3));
}

TEST_F(GLImageOf, AnArrayTextureHasLayersThatStay) {
  const GLImage image = describe({.target = GL_TEXTURE_2D_ARRAY, .width = 8, .height = 4, .depth = 6, .levels = 2});
  EXPECT_EQ(image.layers, 6U);
  EXPECT_EQ(image.levels[1].shape, Extent(4, 2));
}

TEST_F(GLImageOf, ACubeMapHasSixLayers) {
  EXPECT_EQ(describe({.target = GL_TEXTURE_CUBE_MAP, .width = 8, .height = 8}).layers, 6U);
}

TEST_F(GLImageOf, ACubeMapHasSixEqualFaces) {
  const FakeTexture uneven{.target = GL_TEXTURE_CUBE_MAP, .width = 8, .height = 8, .last_face_width = 16};
  expect_contains(refusal(uneven), "the faces of GL texture 7 differ at level 0");
  const GLImage image = describe({.target = GL_TEXTURE_CUBE_MAP, .width = 8, .height = 8});
  const BoundTexture bound_map{gl_, GL_TEXTURE_CUBE_MAP, 7};
  EXPECT_TRUE(is_level_unchanged(gl_, image, 0));
  textures[7].last_face_width = 16;
  EXPECT_FALSE(is_level_unchanged(gl_, image, 0)) << "GL would write more texels than the memory can hold";
}

TEST_F(GLImageOf, ARenderbufferHasOneLevel) {
  renderbuffers[3] = {.internal_format = GL_RGBA32F, .width = 5, .height = 9, .red_size = 32};
  const GLImage image = describe_gl_image(gl_, 3, GL_RENDERBUFFER);
  ASSERT_EQ(image.levels.size(), 1U);
  EXPECT_EQ(image.levels[0], (ArrayDescriptor{Extent(5, 9), DataType::float32, 4, false}));
}

TEST_F(GLImageOf, RefusesNamesThatAreNotImagesOfThatTarget) {
  expect_contains(refusal(9, GL_TEXTURE_2D), "9 is not the name of a GL texture");
  expect_contains(refusal(9, GL_RENDERBUFFER), "9 is not the name of a GL renderbuffer");
  textures[7] = {.target = GL_TEXTURE_3D, .width = 4, .height = 4};
  expect_contains(refusal(7, GL_TEXTURE_2D), "GL texture 7 is a GL_TEXTURE_3D, not a GL_TEXTURE_2D");
  gl_.GetTextureParameteriv = nullptr;
  expect_contains(refusal(7, GL_TEXTURE_2D), "GL texture 7 is a GL_TEXTURE_3D, not a GL_TEXTURE_2D");
}

TEST_F(GLImageOf, FindsTheTargetWithAndWithoutAQueryForIt) {
  renderbuffers[3] = {.width = 4, .height = 4};
  for (const bool has_query : {true, false}) {
    gl_.GetTextureParameteriv = has_query ? gl_.GetTextureParameteriv : nullptr;
    EXPECT_EQ(find_gl_target(gl_, 3), static_cast<std::uint32_t>(GL_RENDERBUFFER));
    for (const std::uint32_t target : gl_texture_targets()) {
      textures[7] = {.target = static_cast<GLint>(target), .width = 4, .height = 4};
      EXPECT_EQ(gl_target_name(find_gl_target(gl_, 7)), gl_target_name(target));
    }
  }
}

TEST_F(GLImageOf, RefusesToFindTheTargetOfAMissingOrAmbiguousObject) {
  const auto refusal_of = [&](GLuint name) {
    try {
      static_cast<void>(find_gl_target(gl_, name));
    } catch (const InvalidArgument& error) {
      return std::string{error.what()};
    }
    return std::string{};
  };
  expect_contains(refusal_of(3), "3 is not the name of a GL texture or renderbuffer");
  renderbuffers[3] = {.width = 4, .height = 4};
  textures[3] = {.width = 4, .height = 4};
  expect_contains(refusal_of(3), "pass the target");
}

TEST_F(GLImageOf, ATextureOfAContextThatReportsNoLevelsHasNone) {
  gl_.GetTexLevelParameteriv = nullptr;
  const GLImage image = describe({.target = GL_TEXTURE_3D, .width = 4, .height = 4});
  EXPECT_EQ(image.target, static_cast<std::uint32_t>(GL_TEXTURE_3D));
  EXPECT_TRUE(image.levels.empty());
}

TEST_F(GLImageOf, RefusesTargetsThatCudaDoesNotShare) {
  for (const std::uint32_t target : {GL_TEXTURE_1D, GL_TEXTURE_1D_ARRAY, GL_TEXTURE_CUBE_MAP_ARRAY, GL_TEXTURE_BUFFER,
                                     GL_TEXTURE_2D_MULTISAMPLE, GL_TEXTURE_2D_MULTISAMPLE_ARRAY}) {
    expect_contains(refusal(7, target), gl_target_name(target));
    expect_contains(refusal(7, target), "use GL_TEXTURE_2D, ");
  }
  expect_contains(refusal(7, 0), "0x0000");
}

TEST_F(GLImageOf, RefusesFormatsWithTheReasonAndTheNearestThatWorks) {
  const std::string packed = refusal({.internal_format = GL_RGB10_A2, .width = 4, .height = 4});
  expect_contains(packed, "GL_RGB10_A2");
  expect_contains(packed, "one word");
  expect_contains(packed, "GL_RGBA16");
  expect_contains(refusal({.internal_format = GL_DEPTH_COMPONENT24, .width = 4, .height = 4}), "GL_R32F");
  expect_contains(refusal({.internal_format = 0x83F0, .width = 4, .height = 4, .is_compressed = 1}),
                  "compressed format 0x83F0");
  expect_contains(refusal({.internal_format = 0xBEEF, .width = 4, .height = 4}), "0xBEEF");
}

TEST_F(GLImageOf, TakesUnsizedFormatsOfEightBitsOnly) {
  const GLImage image = describe({.internal_format = GL_RGBA, .width = 4, .height = 4});
  EXPECT_EQ(image.levels[0], (ArrayDescriptor{Extent(4, 4), DataType::uint8, 4, false}));
  EXPECT_EQ(describe({.internal_format = GL_RGB, .width = 4, .height = 4}).levels,
            describe({.internal_format = GL_RGB8, .width = 4, .height = 4}).levels);
  expect_contains(refusal({.internal_format = GL_RGB, .width = 4, .height = 4, .red_size = 16}), "request GL_RGB8");
  expect_contains(refusal({.internal_format = GL_RED, .width = 4, .height = 4, .red_size = 16}), "request GL_R8");
  expect_contains(refusal({.internal_format = GL_RGBA, .width = 4, .height = 4, .red_size = 16}), "request GL_RGBA8");
}

TEST_F(GLImageOf, RefusesImagesWithoutStorageOrWithSamples) {
  expect_contains(refusal({.width = 0, .height = 0}), "no storage");
  renderbuffers[3] = {.width = 4, .height = 4, .samples = 4};
  expect_contains(refusal(3, GL_RENDERBUFFER), "4 samples");
}

TEST_F(GLImageOf, ABufferHasItsSize) {
  buffers[2] = 12345;
  EXPECT_EQ(describe_gl_buffer(gl_, 2), 12345U);
}

TEST_F(GLImageOf, RefusesOtherNamesAndEmptyBuffers) {
  EXPECT_THROW(static_cast<void>(describe_gl_buffer(gl_, 2)), InvalidArgument);
  buffers[2] = 0;
  EXPECT_THROW(static_cast<void>(describe_gl_buffer(gl_, 2)), InvalidArgument);
}

}  // namespace
}  // namespace texelscope::gpu::graphics
