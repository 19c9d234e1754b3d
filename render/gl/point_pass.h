#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "render/gl/buffer.h"
#include "render/gl/framebuffer.h"
#include "render/gl/program.h"
#include "render/gl/texture.h"
#include "render/gl/vertex_array.h"

namespace texelscope::render::gl {

/// Draws points of one pixel into a texture with 8 bits per channel, adding up their colors; each sum saturates at 255.
/// Sums of bytes do not depend on order, and points have no edges, so every driver produces the same bytes. Belongs to
/// the thread of the GL context.
class PointPass {
 public:
  /// @throws Error when the shaders do not compile.
  PointPass();

  /// Clears to the background, and adds the first `count` points, laid out as in PointLayout. Leaves the window's
  /// framebuffer bound and blending off; changes the viewport and the program. @throws Error if the texture or the
  /// buffer is acquired, the texture contains floats, the buffer has fewer points, or GL fails.
  void draw(const Texture& target, const std::array<std::uint8_t, 4>& background, const Buffer& vertices,
            std::size_t count) const;

 private:
  Program program_;
  VertexArray points_;
  DrawTarget target_;
};

}  // namespace texelscope::render::gl
