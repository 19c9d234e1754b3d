#pragma once

#include <GL/glcorearb.h>

#include <memory>

#include "texelscope/gpu/gl_context.h"

/// The GL functions that sharing through host memory needs, without their "gl": pointer type and name.
#define TEXELSCOPE_GL_FUNCTIONS(X)                                             \
  X(PFNGLGETINTEGERVPROC, GetIntegerv)                                         \
  X(PFNGLGETERRORPROC, GetError)                                               \
  X(PFNGLPIXELSTOREIPROC, PixelStorei)                                         \
  X(PFNGLBINDBUFFERPROC, BindBuffer)                                           \
  X(PFNGLISTEXTUREPROC, IsTexture)                                             \
  X(PFNGLISRENDERBUFFERPROC, IsRenderbuffer)                                   \
  X(PFNGLISBUFFERPROC, IsBuffer)                                               \
  X(PFNGLCREATETEXTURESPROC, CreateTextures)                                   \
  X(PFNGLDELETETEXTURESPROC, DeleteTextures)                                   \
  X(PFNGLTEXTURESTORAGE2DPROC, TextureStorage2D)                               \
  X(PFNGLGETTEXTUREPARAMETERIVPROC, GetTextureParameteriv)                     \
  X(PFNGLGETTEXTURELEVELPARAMETERIVPROC, GetTextureLevelParameteriv)           \
  X(PFNGLGETTEXTURESUBIMAGEPROC, GetTextureSubImage)                           \
  X(PFNGLTEXTURESUBIMAGE2DPROC, TextureSubImage2D)                             \
  X(PFNGLTEXTURESUBIMAGE3DPROC, TextureSubImage3D)                             \
  X(PFNGLGETNAMEDRENDERBUFFERPARAMETERIVPROC, GetNamedRenderbufferParameteriv) \
  X(PFNGLCOPYIMAGESUBDATAPROC, CopyImageSubData)                               \
  X(PFNGLGETNAMEDBUFFERPARAMETERI64VPROC, GetNamedBufferParameteri64v)         \
  X(PFNGLGETNAMEDBUFFERSUBDATAPROC, GetNamedBufferSubData)                     \
  X(PFNGLCREATEBUFFERSPROC, CreateBuffers)                                     \
  X(PFNGLDELETEBUFFERSPROC, DeleteBuffers)                                     \
  X(PFNGLNAMEDBUFFERSTORAGEPROC, NamedBufferStorage)                           \
  X(PFNGLCOPYNAMEDBUFFERSUBDATAPROC, CopyNamedBufferSubData)

namespace texelscope::gpu::graphics {

/// Functions of one GL context (4.5). Callable only on the thread on which that context is current.
struct GLFunctions {
#define TEXELSCOPE_GL_MEMBER(Type, name) Type name = nullptr;
  TEXELSCOPE_GL_FUNCTIONS(TEXELSCOPE_GL_MEMBER)
#undef TEXELSCOPE_GL_MEMBER
};

/// Looks every function up for the context that is current on this thread.
/// @throws Unavailable when no context is current, when it is older than 4.5, or when a function is missing; it is
/// named.
[[nodiscard]] std::unique_ptr<const GLFunctions> load_gl_functions(const GLLoader& loader);

}  // namespace texelscope::gpu::graphics
