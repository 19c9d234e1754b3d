#pragma once

#include <cstddef>

#include "gpu/graphics/gl_formats.h"
#include "gpu/graphics/gl_functions.h"

/// Moves texels between GL and contiguous host memory by way of framebuffers: renderbuffers everywhere, and textures of
/// OpenGL ES, which has no glGetTexImage. Inside a PixelTransferScope of that direction and a GLErrorScope.
namespace texelscope::gpu::graphics {

/// Reads all layers of one level. False when no framebuffer takes the image.
[[nodiscard]] bool read_by_framebuffer(const GLFunctions& gl, const GLImage& image, unsigned level, std::byte* texels);

/// Writes a renderbuffer, from a texture of its format and size.
void write_renderbuffer(const GLFunctions& gl, const GLImage& image, const std::byte* texels);

/// Whether a framebuffer takes the image.
[[nodiscard]] bool is_framebuffer_complete(const GLFunctions& gl, const GLImage& image);

/// The texels as glTexImage takes them in this context, and the format to say.
struct UploadFormat {
  GLenum format = GL_NONE;
  GLenum type = GL_NONE;
  /// Whether the alpha of four channels is left out: OpenGL ES takes GL_RGB8 as three channels alone.
  bool is_without_alpha = false;
};
[[nodiscard]] UploadFormat upload_format(const GLFunctions& gl, const GLFormat& format);

}  // namespace texelscope::gpu::graphics
