#include "render/gl/gl_error.h"

#include <fmt/format.h>
#include <glad/gl.h>

#include <utility>

#include "render/common/error.h"
#include "render/gl/gl_call.h"

namespace texelscope::render::gl {
namespace {

constexpr int error_limit = 16;  // A lost context may report errors forever.

/// The first observed call that failed, because GL reports each error only once.
struct FailedCall {
  GLenum error = GL_NO_ERROR;
  std::string_view name;
};
thread_local FailedCall failed_call;

std::string_view meaning(GLenum error) {
  switch (error) {
    case GL_INVALID_ENUM:
      return "GL_INVALID_ENUM: this GL does not support an enumerant";
    case GL_INVALID_VALUE:
      return "GL_INVALID_VALUE: a value is out of range";
    case GL_INVALID_OPERATION:
      return "GL_INVALID_OPERATION: not allowed in the current state";
    case GL_INVALID_FRAMEBUFFER_OPERATION:
      return "GL_INVALID_FRAMEBUFFER_OPERATION: the framebuffer is not complete";
    case GL_OUT_OF_MEMORY:
      return "GL_OUT_OF_MEMORY: use a smaller size, or close other programs that use the GPU";
    case GL_CONTEXT_LOST:
      return "GL_CONTEXT_LOST: the driver was reset; restart the program";
    default:
      return "an error unknown to GL 4.5";
  }
}

}  // namespace

void clear_gl_errors() noexcept {
  failed_call = {};
  for (int i = 0; i < error_limit && glGetError() != GL_NO_ERROR; ++i) {
  }
}

void require_no_gl_error(std::string_view action) {
  const FailedCall failed = std::exchange(failed_call, {});
  const GLenum error = failed.error != GL_NO_ERROR ? failed.error : glGetError();
  if (error == GL_NO_ERROR) {
    return;
  }
  clear_gl_errors();
  if (failed.name.empty()) {
    throw Error{fmt::format("{}: {} (0x{:04x})", action, meaning(error), error)};
  }
  throw Error{fmt::format("{}: {}: {} (0x{:04x})", action, failed.name, meaning(error), error)};
}

bool has_failed_call() noexcept { return failed_call.error != GL_NO_ERROR; }

std::string_view keep_gl_error(std::string_view name) noexcept {
  const GLenum error = glGetError();
  if (error == GL_NO_ERROR) {
    return {};
  }
  failed_call = {error, name};
  const std::string_view text = meaning(error);
  return text.substr(0, text.find(':'));
}

std::string_view keep_injected_error(std::string_view name) noexcept {
  failed_call = {GL_OUT_OF_MEMORY, name};
  return "GL_OUT_OF_MEMORY";
}

}  // namespace texelscope::render::gl
