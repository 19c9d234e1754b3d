#pragma once

#include <string>

struct GLFWwindow;

namespace texelscope::render {

/// Keeps GLFW initialized while at least one exists. Only for use on the main thread, as GLFW requires.
class GlfwUse {
 public:
  /// @throws Unavailable without a responding display.
  GlfwUse();
  ~GlfwUse();
  GlfwUse(const GlfwUse&) = delete;
  GlfwUse& operator=(const GlfwUse&) = delete;
};

/// The error of GLFW's last failed call on this thread, in one line; empty if none failed since clear_glfw_error().
[[nodiscard]] std::string last_glfw_error();
void clear_glfw_error();

/// The X server's ID of a window; 0 if GLFW does not use X11.
[[nodiscard]] unsigned long x11_number_of(GLFWwindow* window);

}  // namespace texelscope::render
