#pragma once

#include <cstddef>
#include <cstdint>

#include "gpu/graphics/gl_formats.h"

/// Moves texels and bytes between GL and contiguous host memory. Inside a PixelTransferScope of that direction and a
/// GLErrorScope, which hears the failures.
namespace texelscope::gpu::graphics {

/// Reads one layer of one level; waits for GL. `texels` holds image.levels[level].size_bytes().
void fetch_texels(const GLFunctions& gl, const GLImage& image, unsigned level, unsigned layer, std::byte* texels);

/// Writes one layer of one level; `texels` may change when it returns.
void store_texels(const GLFunctions& gl, const GLImage& image, unsigned level, unsigned layer, const std::byte* texels);

/// Reads the first `size_bytes` of a buffer; waits for GL.
void fetch_bytes(const GLFunctions& gl, std::uint32_t buffer, std::size_t size_bytes, std::byte* bytes);

/// Writes the first `size_bytes` of a buffer, whatever storage flags it has.
void store_bytes(const GLFunctions& gl, std::uint32_t buffer, std::size_t size_bytes, const std::byte* bytes);

}  // namespace texelscope::gpu::graphics
