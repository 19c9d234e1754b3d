#pragma once

#include <GL/glcorearb.h>

#include <cstring>
#include <map>
#include <utility>

#include "texelscope/gpu/gl_context.h"

namespace texelscope::tests {

/// A fake GL context: enough of GL to register images and buffers without a real context.
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
  /// The last objects bound to any target: the context has one binding of each kind.
  GLuint bound_texture = 0;
  GLuint bound_buffer = 0;
  GLenum error = GL_NO_ERROR;
  bool is_current = true;
};

/// The state of the only fake context.
inline FakeGL& fake_gl() {
  static FakeGL state;
  return state;
}

namespace fake_gl_functions {

inline void APIENTRY get_integer(GLenum name, GLint* value) {
  *value = !fake_gl().is_current ? 0 : name == GL_MAJOR_VERSION ? 4 : name == GL_MINOR_VERSION ? 5 : 0;
}
inline GLenum APIENTRY get_error() { return std::exchange(fake_gl().error, GL_NO_ERROR); }
inline void APIENTRY bind_texture(GLenum target, GLuint name) {
  if (name != 0 && fake_gl().images.at(name).target != target) {
    fake_gl().error = GL_INVALID_OPERATION;
  } else {
    fake_gl().bound_texture = name;
  }
}
inline void APIENTRY bind_buffer(GLenum, GLuint name) { fake_gl().bound_buffer = name; }
inline GLboolean APIENTRY is_renderbuffer(GLuint) { return GL_FALSE; }
inline const GLubyte* APIENTRY get_string(GLenum) { return reinterpret_cast<const GLubyte*>("fake renderer"); }
inline GLboolean APIENTRY is_texture(GLuint name) {
  return fake_gl().is_current && fake_gl().images.contains(name) ? GL_TRUE : GL_FALSE;
}
inline GLboolean APIENTRY is_buffer(GLuint name) {
  return fake_gl().is_current && fake_gl().buffers.contains(name) ? GL_TRUE : GL_FALSE;
}
inline void APIENTRY get_texture(GLuint name, GLenum, GLint* target) {
  *target = static_cast<GLint>(fake_gl().images.at(name).target);
}
inline void APIENTRY get_level(GLenum, GLint level, GLenum parameter, GLint* value) {
  const FakeGLImage& image = fake_gl().images.at(fake_gl().bound_texture);
  const auto shrunk = [level](GLint size) { return size >> level > 1 ? size >> level : 1; };
  *value = level >= image.levels                     ? 0
           : parameter == GL_TEXTURE_INTERNAL_FORMAT ? image.internal_format
           : parameter == GL_TEXTURE_WIDTH           ? shrunk(image.width)
           : parameter == GL_TEXTURE_HEIGHT          ? shrunk(image.height)
           : parameter == GL_TEXTURE_DEPTH           ? image.depth
           : parameter == GL_TEXTURE_RED_SIZE        ? 8
                                                     : 0;
}
inline void APIENTRY get_buffer(GLenum, GLenum, GLint64* value) {
  *value = fake_gl().buffers.at(fake_gl().bound_buffer);
}
inline void APIENTRY never_called() {}

}  // namespace fake_gl_functions

/// A loader of the fake context's functions.
inline gpu::GLLoader fake_gl_loader() {
  return [](const char* name) -> void* {
    using namespace fake_gl_functions;
    const auto is = [name](const char* other) { return std::strcmp(name, other) == 0; };
    return is("glGetIntegerv")              ? reinterpret_cast<void*>(&get_integer)
           : is("glGetString")              ? reinterpret_cast<void*>(&get_string)
           : is("glGetError")               ? reinterpret_cast<void*>(&get_error)
           : is("glBindTexture")            ? reinterpret_cast<void*>(&bind_texture)
           : is("glBindBuffer")             ? reinterpret_cast<void*>(&bind_buffer)
           : is("glIsRenderbuffer")         ? reinterpret_cast<void*>(&is_renderbuffer)
           : is("glIsTexture")              ? reinterpret_cast<void*>(&is_texture)
           : is("glIsBuffer")               ? reinterpret_cast<void*>(&is_buffer)
           : is("glGetTextureParameteriv")  ? reinterpret_cast<void*>(&get_texture)
           : is("glGetTexLevelParameteriv") ? reinterpret_cast<void*>(&get_level)
           : is("glGetBufferParameteri64v") ? reinterpret_cast<void*>(&get_buffer)
                                            : reinterpret_cast<void*>(&never_called);
  };
}

}  // namespace texelscope::tests
