#pragma once

#include <cstddef>
#include <cstdint>

#include "gpu/graphics/gl_formats.h"
#include "gpu/graphics/gl_functions.h"

/// Moves texels and bytes between GL and contiguous host memory. Call these functions inside a PixelTransferScope of
/// that direction and a GLErrorScope, which collects GL's errors.
namespace texelscope::gpu::graphics {

/// Reads all layers of one level; waits for GL. `texels` has image.levels[level].size_bytes() for each layer. False,
/// with nothing read, if the image no longer exists, if the extent of the level has changed, or if no framebuffer of
/// OpenGL ES supports its format.
[[nodiscard]] bool fetch_level(const GLFunctions& gl, const GLImage& image, unsigned level, std::byte* texels);

/// Writes all layers of one level; `texels` may change when it returns. False, with nothing written, if the image no
/// longer exists.
[[nodiscard]] bool store_level(const GLFunctions& gl, const GLImage& image, unsigned level, const std::byte* texels);

/// Reads the first `size_bytes` of a buffer, regardless of its storage flags; waits for GL. False if the buffer no
/// longer exists or GL is out of memory.
[[nodiscard]] bool fetch_bytes(const GLFunctions& gl, std::uint32_t buffer, std::size_t size_bytes, std::byte* bytes);

/// Writes the first `size_bytes` of a buffer, regardless of its storage flags. False if the buffer no longer exists.
[[nodiscard]] bool store_bytes(const GLFunctions& gl, std::uint32_t buffer, std::size_t size_bytes,
                               const std::byte* bytes);

/// Whether fetch_level() can read the image in this context: OpenGL ES reads through framebuffers, which support
/// floating-point formats only with GL_EXT_color_buffer_float.
[[nodiscard]] bool can_fetch(const GLFunctions& gl, const GLImage& image);

}  // namespace texelscope::gpu::graphics
