#include "render/window/window.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <fmt/format.h>

#include <utility>

#include "render/common/checked_build.h"
#include "render/common/error.h"
#include "render/common/observed_call.h"
#include "render/window/glfw_library.h"
#include "render/window/window_input.h"
#include "render/window/x11_errors.h"

namespace texelscope::render {
namespace {

void set_gl_hints() {
  glfwWindowHint(GLFW_CLIENT_API, GLFW_OPENGL_API);
  glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 4);
  glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 5);
  glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
  glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE);
  glfwWindowHint(GLFW_OPENGL_DEBUG_CONTEXT, is_checked_build ? GLFW_TRUE : GLFW_FALSE);
  glfwWindowHint(GLFW_DEPTH_BITS, 0);
  glfwWindowHint(GLFW_STENCIL_BITS, 0);
}

GLFWwindow* create_window(const WindowOptions& options, WindowClient client) {
  glfwDefaultWindowHints();
  if (client == WindowClient::gl) {
    set_gl_hints();
  } else {
    glfwWindowHint(GLFW_CLIENT_API, GLFW_NO_API);
  }
  glfwWindowHint(GLFW_SCALE_TO_MONITOR, GLFW_TRUE);
  // A window with a given position is shown there, not moved while visible.
  const bool is_placed = options.place || options.may_be_larger;
  glfwWindowHint(GLFW_VISIBLE, options.is_visible && !is_placed ? GLFW_TRUE : GLFW_FALSE);
  GLFWwindow* const window = observed_call<GLFWwindow*>("glfwCreateWindow", nullptr, "glfwCreateWindow failed", [&] {
    return glfwCreateWindow(options.width, options.height, options.title.c_str(), nullptr, nullptr);
  });
  if (window == nullptr) {
    const bool is_gl = client == WindowClient::gl;
    throw Unavailable{fmt::format("cannot open a window of {} × {}{}: {}{}", options.width, options.height,
                                  is_gl ? " with OpenGL 4.5 core" : "", last_glfw_error(),
                                  is_gl ? "; update the graphics driver, or use Mesa's software renderer "
                                          "(LIBGL_ALWAYS_SOFTWARE=1)"
                                        : "")};
  }
  return window;
}

}  // namespace

struct Window::Parts {
  X11Errors x11_errors;  // Declared before GLFW, so that it also covers GLFW's termination.
  GlfwUse glfw;
};

Window::Window(const WindowOptions& options, WindowClient client) {
  if (options.width < 1 || options.height < 1) {
    throw Error{fmt::format("cannot open a window of {} × {}: use at least 1 × 1", options.width, options.height)};
  }
  parts_ = std::make_unique<Parts>();
  window_ = create_window(options, client);
  // GLFW restores Xlib's default handler, which ends the process, whenever it creates a context.
  parts_->x11_errors.install();
  x11_number_ = x11_number_of(window_);
  collect_input(window_, events_);
  if (options.place) {
    put(window_, *options.place);
  } else if (options.may_be_larger) {
    enlarge(window_);
  }
  if (options.is_visible) {
    glfwShowWindow(window_);
  }
}

Window::~Window() { glfwDestroyWindow(window_); }

WindowEvents Window::poll(double timeout_seconds) {
  if (timeout_seconds > 0) {
    glfwWaitEventsTimeout(timeout_seconds);
  } else {
    glfwPollEvents();
  }
  events_.problems = parts_->x11_errors.take();
  return std::exchange(events_, {});
}

void Window::set_title(const std::string& title) {
  if (title != title_) {
    title_ = title;
    glfwSetWindowTitle(window_, title.c_str());
  }
}

void Window::resize(int width, int height) { glfwSetWindowSize(window_, width, height); }

void Window::set_icon(std::span<const WindowIcon> icons) {
  std::vector<std::vector<unsigned char>> pixels;
  std::vector<GLFWimage> images;
  for (const WindowIcon& icon : icons) {
    if (icon.pixels.size() != 4 * static_cast<std::size_t>(icon.width) * static_cast<std::size_t>(icon.height)) {
      throw Error{fmt::format("an icon of {} × {} has {} bytes: use 4 bytes per pixel", icon.width, icon.height,
                              icon.pixels.size())};
    }
    // GLFW requires a pointer to non-const bytes.
    const auto* const first = reinterpret_cast<const unsigned char*>(icon.pixels.data());
    pixels.emplace_back(first, first + icon.pixels.size());
    images.push_back({icon.width, icon.height, pixels.back().data()});
  }
  glfwSetWindowIcon(window_, static_cast<int>(images.size()), images.data());
  clear_glfw_error();
}

int Window::framebuffer_width() const {
  int width = 0;
  int height = 0;
  glfwGetFramebufferSize(window_, &width, &height);
  return is_gone() ? 0 : width;
}

int Window::framebuffer_height() const {
  int width = 0;
  int height = 0;
  glfwGetFramebufferSize(window_, &width, &height);
  return is_gone() ? 0 : height;
}

float Window::content_scale() const {
  float x = 1;
  float y = 1;
  glfwGetWindowContentScale(window_, &x, &y);
  return x;
}

float Window::pixels_per_unit() const {
  int width = 0;
  int height = 0;
  glfwGetWindowSize(window_, &width, &height);
  const int pixels = framebuffer_width();
  return width > 0 && pixels > 0 ? static_cast<float>(pixels) / static_cast<float>(width) : 1;
}

bool Window::is_minimized() const { return glfwGetWindowAttrib(window_, GLFW_ICONIFIED) == GLFW_TRUE; }

bool Window::is_gone() const { return x11_number_ != 0 && parts_->x11_errors.is_missing(x11_number_); }

WindowPlace Window::place() const { return place_of(window_); }

std::vector<Display> Window::displays() const {
  int count = 0;
  GLFWmonitor** const monitors = glfwGetMonitors(&count);
  std::vector<Display> displays;
  for (int i = 0; i < count; ++i) {
    Display& display = displays.emplace_back(Display{.name = glfwGetMonitorName(monitors[i])});
    if (const GLFWvidmode* const mode = glfwGetVideoMode(monitors[i])) {
      display.width = mode->width;
      display.height = mode->height;
      display.refresh_rate = mode->refreshRate;
    }
    float scale_y = 1;
    glfwGetMonitorContentScale(monitors[i], &display.scale, &scale_y);
  }
  return displays;
}

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

}  // namespace texelscope::render
