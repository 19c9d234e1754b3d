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

/// Draws points of one pixel into a texture of 8 bits a channel, adding up their colors; each sum stops at 255. Sums
/// of bytes have no order and points no edges, so that every driver gives the same bytes. Belongs to the thread of the
/// GL context.
class PointPass {
 public:
  /// @throws Error when the shaders do not compile.
  PointPass();

  /// Makes every texel the background, and adds the first `count` points, which lie as PointLayout says. Leaves the
  /// window's framebuffer bound and blending off; changes the viewport and the program. @throws Error when the texture
  /// or the buffer is acquired, the texture holds floats, the buffer has fewer points, or GL refuses.
  void draw(const Texture& target, const std::array<std::uint8_t, 4>& background, const Buffer& vertices,
            std::size_t count) const;

 private:
  Program program_;
  VertexArray points_;
  DrawTarget target_;
};

}  // namespace texelscope::render::gl
