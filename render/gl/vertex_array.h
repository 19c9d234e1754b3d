#pragma once

#include <cstddef>
#include <cstdint>

#include "render/gl/buffer.h"

namespace texelscope::render::gl {

/// The source of a draw's vertices. Owns its GL name. Belongs to the thread of the GL context.
class VertexArray {
 public:
  /// Without attributes, for programs that compute their vertices from gl_VertexID.
  VertexArray();
  /// For points laid out as in PointLayout: attribute 0 is the pixel, integers, and 1 the color, each byte as 0 … 1.
  [[nodiscard]] static VertexArray of_points();
  VertexArray(VertexArray&& other) noexcept;
  VertexArray& operator=(VertexArray&& other) noexcept;
  ~VertexArray();

  /// Draws one strip of four vertices, a rectangle.
  void draw_rectangle() const;
  /// Uses the first `count` points of a buffer. @throws Error if it is acquired or has fewer.
  void take_points(const Buffer& vertices, std::size_t count) const;
  /// Draws the first `count` of these points.
  void draw_points(std::size_t count) const;

 private:
  std::uint32_t name_ = 0;
};

}  // namespace texelscope::render::gl
