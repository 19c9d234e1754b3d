#pragma once

#include <GL/glcorearb.h>

#include <memory>
#include <string_view>

#include "texelscope/gpu/gl_context.h"

/// The GL functions that are needed to describe objects, without their "gl": pointer type and name. All are in OpenGL
/// 3.3 and OpenGL ES 3.0.
#define TEXELSCOPE_GL_QUERY_FUNCTIONS(X)                             \
  X(PFNGLGETINTEGERVPROC, GetIntegerv)                               \
  X(PFNGLGETSTRINGPROC, GetString)                                   \
  X(PFNGLGETERRORPROC, GetError)                                     \
  X(PFNGLPIXELSTOREIPROC, PixelStorei)                               \
  X(PFNGLISTEXTUREPROC, IsTexture)                                   \
  X(PFNGLBINDTEXTUREPROC, BindTexture)                               \
  X(PFNGLISRENDERBUFFERPROC, IsRenderbuffer)                         \
  X(PFNGLBINDRENDERBUFFERPROC, BindRenderbuffer)                     \
  X(PFNGLGETRENDERBUFFERPARAMETERIVPROC, GetRenderbufferParameteriv) \
  X(PFNGLISBUFFERPROC, IsBuffer)                                     \
  X(PFNGLBINDBUFFERPROC, BindBuffer)                                 \
  X(PFNGLGETBUFFERPARAMETERI64VPROC, GetBufferParameteri64v)

/// The additional functions for sharing through host memory; in OpenGL 3.3 and, except for GetTexLevelParameteriv
/// (3.1), in OpenGL ES 3.0.
#define TEXELSCOPE_GL_HOST_FUNCTIONS(X)                        \
  X(PFNGLGETTEXLEVELPARAMETERIVPROC, GetTexLevelParameteriv)   \
  X(PFNGLGENTEXTURESPROC, GenTextures)                         \
  X(PFNGLDELETETEXTURESPROC, DeleteTextures)                   \
  X(PFNGLTEXIMAGE2DPROC, TexImage2D)                           \
  X(PFNGLTEXSUBIMAGE2DPROC, TexSubImage2D)                     \
  X(PFNGLTEXSUBIMAGE3DPROC, TexSubImage3D)                     \
  X(PFNGLGENFRAMEBUFFERSPROC, GenFramebuffers)                 \
  X(PFNGLDELETEFRAMEBUFFERSPROC, DeleteFramebuffers)           \
  X(PFNGLBINDFRAMEBUFFERPROC, BindFramebuffer)                 \
  X(PFNGLCHECKFRAMEBUFFERSTATUSPROC, CheckFramebufferStatus)   \
  X(PFNGLFRAMEBUFFERTEXTURE2DPROC, FramebufferTexture2D)       \
  X(PFNGLFRAMEBUFFERTEXTURELAYERPROC, FramebufferTextureLayer) \
  X(PFNGLFRAMEBUFFERRENDERBUFFERPROC, FramebufferRenderbuffer) \
  X(PFNGLREADPIXELSPROC, ReadPixels)                           \
  X(PFNGLBLITFRAMEBUFFERPROC, BlitFramebuffer)                 \
  X(PFNGLISENABLEDPROC, IsEnabled)                             \
  X(PFNGLENABLEPROC, Enable)                                   \
  X(PFNGLDISABLEPROC, Disable)                                 \
  X(PFNGLGENBUFFERSPROC, GenBuffers)                           \
  X(PFNGLDELETEBUFFERSPROC, DeleteBuffers)                     \
  X(PFNGLBUFFERDATAPROC, BufferData)                           \
  X(PFNGLCOPYBUFFERSUBDATAPROC, CopyBufferSubData)             \
  X(PFNGLMAPBUFFERRANGEPROC, MapBufferRange)                   \
  X(PFNGLUNMAPBUFFERPROC, UnmapBuffer)

/// Those of the compatibility profile that glcorearb.h omits.
using GLPixelTransferFunction = void(APIENTRYP)(GLenum parameter, GLfloat value);

/// Functions that only some contexts have; null in the others.
#define TEXELSCOPE_GL_OPTIONAL_FUNCTIONS(X)                \
  X(PFNGLGETTEXIMAGEPROC, GetTexImage)                     \
  X(PFNGLGETTEXTUREPARAMETERIVPROC, GetTextureParameteriv) \
  X(PFNGLCLAMPCOLORPROC, ClampColor)                       \
  X(PFNGLGETFLOATVPROC, GetFloatv)                         \
  X(GLPixelTransferFunction, PixelTransferf)

namespace texelscope::gpu::graphics {

/// Functions of one GL context. Callable only on the thread on which that context is current.
struct GLFunctions {
#define TEXELSCOPE_GL_MEMBER(Type, name) Type name = nullptr;
  TEXELSCOPE_GL_QUERY_FUNCTIONS(TEXELSCOPE_GL_MEMBER)
  TEXELSCOPE_GL_HOST_FUNCTIONS(TEXELSCOPE_GL_MEMBER)
  TEXELSCOPE_GL_OPTIONAL_FUNCTIONS(TEXELSCOPE_GL_MEMBER)
#undef TEXELSCOPE_GL_MEMBER
  int major_version = 0;
  int minor_version = 0;
  /// OpenGL ES. It has no GetTexImage; texels are read through framebuffers.
  bool is_es = false;
  /// The compatibility profile, whose pixel transfer operations modify texels in transit.
  bool is_compatibility = false;

  [[nodiscard]] bool is_at_least(int major, int minor) const noexcept {
    return major_version > major || (major_version == major && minor_version >= minor);
  }
};

/// Looks the functions up for the context that is current on this thread.
/// @throws Unavailable when no context is current, when it is older than OpenGL 3.3 or ES 3.0, or when a function for
/// describing objects is missing, with its name.
[[nodiscard]] std::unique_ptr<const GLFunctions> load_gl_functions(const GLLoader& loader);

/// @throws Unavailable when a function for sharing through host memory is missing, with its name.
void require_host_functions(const GLFunctions& gl);

/// Finds the functions of the GL context that is current on this thread, through EGL or GLX, whichever is loaded and
/// has a current context. @throws Unavailable if neither has a current context.
[[nodiscard]] GLLoader find_gl_in_process();

}  // namespace texelscope::gpu::graphics
