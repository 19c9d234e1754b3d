#pragma once

#include <cstddef>

#include "gpu/graphics/gl_formats.h"
#include "gpu/graphics/gl_functions.h"

/// Moves texels between GL and contiguous host memory through framebuffers: renderbuffers everywhere, and textures of
/// OpenGL ES, which has no glGetTexImage. Call these functions inside a PixelTransferScope of that direction and a
/// GLErrorScope.
namespace texelscope::gpu::graphics {

/// Reads all layers of one level. False if no framebuffer supports the image.
[[nodiscard]] bool read_by_framebuffer(const GLFunctions& gl, const GLImage& image, unsigned level, std::byte* texels);

/// Writes a renderbuffer, by copying from a texture of its format and size.
void write_renderbuffer(const GLFunctions& gl, const GLImage& image, const std::byte* texels);

/// Whether a framebuffer supports the image.
[[nodiscard]] bool is_framebuffer_complete(const GLFunctions& gl, const GLImage& image);

/// The texels as glTexImage expects them in this context, and their format.
struct UploadFormat {
  GLenum format = GL_NONE;
  GLenum type = GL_NONE;
  /// Whether the alpha of four channels is dropped: OpenGL ES accepts GL_RGB8 only as three channels.
  bool is_without_alpha = false;
};
[[nodiscard]] UploadFormat upload_format(const GLFunctions& gl, const GLFormat& format);

}  // namespace texelscope::gpu::graphics
