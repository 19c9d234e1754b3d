#include "render/gl/vertex_array.h"

#include <glad/gl.h>

#include <utility>

#include "render/common/point_layout.h"
#include "render/gl/gl_call.h"
#include "render/gl/gl_error.h"

namespace texelscope::render::gl {

VertexArray::VertexArray() {
  clear_gl_errors();
  gl_call("glCreateVertexArrays", [&] { glCreateVertexArrays(1, &name_); });
  require_no_gl_error("cannot create a vertex array");
}

VertexArray VertexArray::of_points() {
  constexpr GLuint pixel = 0;
  constexpr GLuint color = 1;
  VertexArray points;
  glEnableVertexArrayAttrib(points.name_, pixel);
  glVertexArrayAttribIFormat(points.name_, pixel, 2, GL_SHORT, PointLayout::pixel_offset);
  glVertexArrayAttribBinding(points.name_, pixel, 0);
  glEnableVertexArrayAttrib(points.name_, color);
  glVertexArrayAttribFormat(points.name_, color, 4, GL_UNSIGNED_BYTE, GL_TRUE, PointLayout::color_offset);
  glVertexArrayAttribBinding(points.name_, color, 0);
  return points;
}

VertexArray::VertexArray(VertexArray&& other) noexcept : name_{std::exchange(other.name_, 0)} {}

VertexArray& VertexArray::operator=(VertexArray&& other) noexcept {
  std::swap(name_, other.name_);
  return *this;
}

VertexArray::~VertexArray() {
  if (name_ != 0) {
    glDeleteVertexArrays(1, &name_);
  }
}

void VertexArray::draw_rectangle() const {
  glBindVertexArray(name_);
  glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
  glBindVertexArray(0);
}

void VertexArray::take_points(const Buffer& vertices, std::size_t count) const {
  vertices.require_vertices(count, PointLayout::bytes);
  glVertexArrayVertexBuffer(name_, 0, vertices.name(), 0, PointLayout::bytes);
}

void VertexArray::draw_points(std::size_t count) const {
  glBindVertexArray(name_);
  glDrawArrays(GL_POINTS, 0, static_cast<GLsizei>(count));
  glBindVertexArray(0);
}

}  // namespace texelscope::render::gl
