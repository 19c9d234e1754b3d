#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "texelscope/gpu/gl_context.h"

namespace texelscope::app {

/// GL textures with four 8-bit channels for tools that demonstrate sharing. Belongs to the thread of the GL context.
class GLImages {
 public:
  virtual ~GLImages() = default;

  [[nodiscard]] virtual const gpu::GLContext& context() const = 0;
  /// Creates a texture (GL_TEXTURE_2D) with these pixels, and returns its name. @throws an error of the renderer.
  [[nodiscard]] virtual std::uint32_t make(int width, int height, std::span<const std::byte> pixels) = 0;
  /// Reads a texture back: the texels that GL currently sees. @throws an error of the renderer.
  [[nodiscard]] virtual std::vector<std::byte> read(std::uint32_t name) = 0;
  virtual void remove(std::uint32_t name) noexcept = 0;
};

}  // namespace texelscope::app
