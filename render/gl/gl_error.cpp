#include "render/gl/gl_error.h"

#include <fmt/format.h>
#include <glad/gl.h>

#include "render/common/error.h"

namespace texelscope::render::gl {
namespace {

constexpr int error_limit = 16;  // A lost context may report errors for ever.

std::string_view meaning(GLenum error) {
  switch (error) {
    case GL_INVALID_ENUM:
      return "GL_INVALID_ENUM: this GL does not know a value";
    case GL_INVALID_VALUE:
      return "GL_INVALID_VALUE: a value is out of range";
    case GL_INVALID_OPERATION:
      return "GL_INVALID_OPERATION: not allowed in the present state";
    case GL_INVALID_FRAMEBUFFER_OPERATION:
      return "GL_INVALID_FRAMEBUFFER_OPERATION: the framebuffer is not complete";
    case GL_OUT_OF_MEMORY:
      return "GL_OUT_OF_MEMORY: take a smaller size, or close other programs that use the GPU";
    case GL_CONTEXT_LOST:
      return "GL_CONTEXT_LOST: the driver was reset; start the program again";
    default:
      return "an error that GL 4.5 does not name";
  }
}

}  // namespace

void clear_gl_errors() noexcept {
  for (int i = 0; i < error_limit && glGetError() != GL_NO_ERROR; ++i) {
  }
}

void require_no_gl_error(std::string_view action) {
  const GLenum error = glGetError();
  if (error != GL_NO_ERROR) {
    clear_gl_errors();
    throw Error{fmt::format("{}: {} (0x{:04x})", action, meaning(error), error)};
  }
}

}  // namespace texelscope::render::gl
