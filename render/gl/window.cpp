#include "render/gl/window.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <fmt/format.h>

#include <optional>
#include <utility>

#include "render/common/error.h"
#include "render/common/observed_call.h"
#include "render/gl/debug.h"
#include "render/gl/glfw_library.h"
#include "render/gl/window_input.h"
#include "render/gl/x11_errors.h"

namespace texelscope::render::gl {
namespace {

void* find_gl_function(const char* name) { return reinterpret_cast<void*>(glfwGetProcAddress(name)); }

GLFWwindow* create_window(const WindowOptions& options) {
  glfwDefaultWindowHints();
  glfwWindowHint(GLFW_CLIENT_API, GLFW_OPENGL_API);
  glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 4);
  glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 5);
  glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
  glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE);
  glfwWindowHint(GLFW_OPENGL_DEBUG_CONTEXT, is_checked_build ? GLFW_TRUE : GLFW_FALSE);
  glfwWindowHint(GLFW_DEPTH_BITS, 0);
  glfwWindowHint(GLFW_STENCIL_BITS, 0);
  glfwWindowHint(GLFW_SCALE_TO_MONITOR, GLFW_TRUE);
  glfwWindowHint(GLFW_VISIBLE, options.is_visible ? GLFW_TRUE : GLFW_FALSE);
  GLFWwindow* const window = observed_call<GLFWwindow*>("glfwCreateWindow", nullptr, "glfwCreateWindow failed", [&] {
    return glfwCreateWindow(options.width, options.height, options.title.c_str(), nullptr, nullptr);
  });
  if (window == nullptr) {
    throw Unavailable{
        fmt::format("cannot open a window of {} × {} with OpenGL 4.5 core: {}; update the graphics driver, or "
                    "use Mesa's software renderer (LIBGL_ALWAYS_SOFTWARE=1)",
                    options.width, options.height, last_glfw_error())};
  }
  return window;
}

}  // namespace

struct Window::Parts {
  X11Errors x11_errors;  // Before GLFW, so that it sees GLFW's end too.
  GlfwUse glfw;
  std::optional<DebugLog> debug_log;
};

Window::Window(const WindowOptions& options) {
  if (options.width < 1 || options.height < 1) {
    throw Error{fmt::format("cannot open a window of {} × {}: take at least 1 × 1", options.width, options.height)};
  }
  parts_ = std::make_unique<Parts>();
  window_ = create_window(options);
  try {
    // GLFW puts Xlib's default handler, which ends the process, back in place whenever it makes a context.
    parts_->x11_errors.install();
    glfwMakeContextCurrent(window_);
    info_ = load_gl(find_gl_function);
    if (is_checked_build) {
      parts_->debug_log.emplace();
    }
    glfwSwapInterval(options.has_vsync ? 1 : 0);
    collect_input(window_, events_);
  } catch (...) {
    close();
    throw;
  }
}

Window::~Window() { close(); }

void Window::close() noexcept {
  if (parts_->debug_log) {
    glfwMakeContextCurrent(window_);
    parts_->debug_log.reset();
  }
  glfwDestroyWindow(window_);
  window_ = nullptr;
}

Loader Window::loader() const noexcept { return find_gl_function; }

WindowEvents Window::poll(double timeout_seconds) {
  if (timeout_seconds > 0) {
    glfwWaitEventsTimeout(timeout_seconds);
  } else {
    glfwPollEvents();
  }
  events_.problems = parts_->x11_errors.take();
  return std::exchange(events_, {});
}

void Window::swap() {
  clear_glfw_error();
  std::string error;
  const bool is_shown = observed_call("glfwSwapBuffers", false, "glfwSwapBuffers failed", [&] {
    glfwSwapBuffers(window_);
    error = last_glfw_error();
    return error.empty();
  });
  if (!is_shown) {
    error = error.empty() ? last_glfw_error() : error;
    throw Error{fmt::format("cannot show the frame: {}; close the window and open it again", error)};
  }
  if (parts_->debug_log) {
    parts_->debug_log->require_empty("the frame");
  }
}

void Window::set_title(const std::string& title) { glfwSetWindowTitle(window_, title.c_str()); }

int Window::framebuffer_width() const {
  int width = 0;
  int height = 0;
  glfwGetFramebufferSize(window_, &width, &height);
  return width;
}

int Window::framebuffer_height() const {
  int width = 0;
  int height = 0;
  glfwGetFramebufferSize(window_, &width, &height);
  return height;
}

float Window::content_scale() const {
  float x = 1;
  float y = 1;
  glfwGetWindowContentScale(window_, &x, &y);
  return x;
}

bool Window::is_minimized() const { return glfwGetWindowAttrib(window_, GLFW_ICONIFIED) == GLFW_TRUE; }

bool has_display(std::string& reason) {
  try {
    const GlfwUse glfw;
    reason.clear();
    return true;
  } catch (const std::exception& error) {
    reason = error.what();
    return false;
  }
}

}  // namespace texelscope::render::gl
