#include "render/gl/window.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <fmt/format.h>

#include "render/common/error.h"
#include "render/common/observed_call.h"
#include "render/window/glfw_library.h"

namespace texelscope::render::gl {
namespace {

void* find_gl_function(const char* name) { return reinterpret_cast<void*>(glfwGetProcAddress(name)); }

}  // namespace

Window::Window(const WindowOptions& options) : render::Window{options, WindowClient::gl} {
  glfwMakeContextCurrent(handle());
  info_ = load_gl(find_gl_function);
  if (is_checked_build) {
    debug_log_.emplace();
  }
  glfwSwapInterval(options.has_vsync ? 1 : 0);
}

Window::~Window() {
  if (debug_log_) {
    glfwMakeContextCurrent(handle());
    debug_log_.reset();
  }
}

Loader Window::loader() const noexcept { return find_gl_function; }

void Window::swap() {
  clear_glfw_error();
  std::string error;
  const bool is_shown = observed_call("glfwSwapBuffers", false, "glfwSwapBuffers failed", [&] {
    glfwSwapBuffers(handle());
    error = last_glfw_error();
    return error.empty();
  });
  if (!is_shown) {
    error = error.empty() ? last_glfw_error() : error;
    throw Error{fmt::format("cannot present the frame: {}; close and reopen the window", error)};
  }
  if (debug_log_) {
    debug_log_->require_empty("the frame");
  }
}

}  // namespace texelscope::render::gl
