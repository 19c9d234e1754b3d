#include "render/gl/vertex_array.h"

#include <glad/gl.h>

#include <utility>

#include "render/gl/gl_call.h"
#include "render/gl/gl_error.h"

namespace texelscope::render::gl {

VertexArray::VertexArray() {
  clear_gl_errors();
  gl_call("glCreateVertexArrays", [&] { glCreateVertexArrays(1, &name_); });
  require_no_gl_error("cannot make a vertex array");
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

}  // namespace texelscope::render::gl
