#pragma once

#include <cstdint>

namespace texelscope::render::gl {

/// A vertex array without attributes, for programs that make their vertices from gl_VertexID. Owns its GL name. Belongs
/// to the thread of the GL context.
class VertexArray {
 public:
  VertexArray();
  VertexArray(VertexArray&& other) noexcept;
  VertexArray& operator=(VertexArray&& other) noexcept;
  ~VertexArray();

  /// Draws one strip of four vertices, a rectangle.
  void draw_rectangle() const;

 private:
  std::uint32_t name_ = 0;
};

}  // namespace texelscope::render::gl
