#pragma once

#include <string>

struct GLFWwindow;

namespace texelscope::render {

/// Keeps GLFW initialized while at least one exists. On the main thread only, as GLFW asks.
class GlfwUse {
 public:
  /// @throws Unavailable without a display that answers.
  GlfwUse();
  ~GlfwUse();
  GlfwUse(const GlfwUse&) = delete;
  GlfwUse& operator=(const GlfwUse&) = delete;
};

/// What GLFW's last failed call on this thread said, in one line; empty for none since clear_glfw_error().
[[nodiscard]] std::string last_glfw_error();
void clear_glfw_error();

/// The number that the X server has for a window; 0 where GLFW does not use X11.
[[nodiscard]] unsigned long x11_number_of(GLFWwindow* window);

}  // namespace texelscope::render
