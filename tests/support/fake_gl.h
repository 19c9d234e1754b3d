#pragma once

#include <GL/glcorearb.h>

#include <cstring>
#include <map>

#include "texelscope/gpu/gl_context.h"

namespace texelscope::tests {

/// What a fake GL context answers: enough of GL to register images and buffers without one.
struct FakeGLImage {
  GLenum target = GL_TEXTURE_2D;
  GLint internal_format = GL_RGBA8;
  GLint width = 8;
  GLint height = 4;
  GLint depth = 1;
  GLint levels = 1;
};

struct FakeGL {
  std::map<GLuint, FakeGLImage> images;
  std::map<GLuint, GLint64> buffers;
};

/// The state of the one fake context.
inline FakeGL& fake_gl() {
  static FakeGL state;
  return state;
}

namespace fake_gl_functions {

inline void APIENTRY get_integer(GLenum name, GLint* value) { *value = name == GL_MAJOR_VERSION ? 4 : 5; }
inline const GLubyte* APIENTRY get_string(GLenum) { return reinterpret_cast<const GLubyte*>("fake renderer"); }
inline GLboolean APIENTRY is_texture(GLuint name) { return fake_gl().images.contains(name) ? GL_TRUE : GL_FALSE; }
inline GLboolean APIENTRY is_buffer(GLuint name) { return fake_gl().buffers.contains(name) ? GL_TRUE : GL_FALSE; }
inline void APIENTRY get_texture(GLuint name, GLenum parameter, GLint* value) {
  const FakeGLImage& image = fake_gl().images.at(name);
  *value = parameter == GL_TEXTURE_TARGET             ? static_cast<GLint>(image.target)
           : parameter == GL_TEXTURE_IMMUTABLE_FORMAT ? GL_TRUE
           : parameter == GL_TEXTURE_IMMUTABLE_LEVELS ? image.levels
                                                      : 0;
}
inline void APIENTRY get_level(GLuint name, GLint level, GLenum parameter, GLint* value) {
  const FakeGLImage& image = fake_gl().images.at(name);
  *value = parameter == GL_TEXTURE_INTERNAL_FORMAT ? image.internal_format
           : parameter == GL_TEXTURE_WIDTH         ? image.width >> level
           : parameter == GL_TEXTURE_HEIGHT        ? image.height >> level
           : parameter == GL_TEXTURE_DEPTH         ? image.depth
           : parameter == GL_TEXTURE_RED_SIZE      ? 8
                                                   : 0;
}
inline void APIENTRY get_buffer(GLuint name, GLenum, GLint64* value) { *value = fake_gl().buffers.at(name); }
inline void APIENTRY never_called() {}

}  // namespace fake_gl_functions

/// A loader of the fake context's functions.
inline gpu::GLLoader fake_gl_loader() {
  return [](const char* name) -> void* {
    using namespace fake_gl_functions;
    const auto is = [name](const char* other) { return std::strcmp(name, other) == 0; };
    return is("glGetIntegerv")                   ? reinterpret_cast<void*>(&get_integer)
           : is("glGetString")                   ? reinterpret_cast<void*>(&get_string)
           : is("glIsTexture")                   ? reinterpret_cast<void*>(&is_texture)
           : is("glIsBuffer")                    ? reinterpret_cast<void*>(&is_buffer)
           : is("glGetTextureParameteriv")       ? reinterpret_cast<void*>(&get_texture)
           : is("glGetTextureLevelParameteriv")  ? reinterpret_cast<void*>(&get_level)
           : is("glGetNamedBufferParameteri64v") ? reinterpret_cast<void*>(&get_buffer)
                                                 : reinterpret_cast<void*>(&never_called);
  };
}

}  // namespace texelscope::tests
