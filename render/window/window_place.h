#pragma once

struct GLFWwindow;

namespace texelscope::render {

/// Where a window lies on the desktop, and how large it is, in screen coordinates.
struct WindowPlace {
  int x = 0;
  int y = 0;
  int width = 0;
  int height = 0;
  bool is_maximized = false;
};

/// Where it is now; the position is 0 where the window system tells none (Wayland).
[[nodiscard]] WindowPlace place_of(GLFWwindow* window);

/// Puts a window there, before it is shown; the size alone where no display is (it may have been unplugged since), and
/// no larger than the primary one then.
void put(GLFWwindow* window, const WindowPlace& place);

}  // namespace texelscope::render
