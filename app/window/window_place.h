#pragma once

namespace texelscope::app {

/// Where a window lies on the desktop, and how large it is, in screen coordinates. Of a maximized one: before it was.
struct WindowPlace {
  int x = 0;
  int y = 0;
  int width = 0;
  int height = 0;
  bool is_maximized = false;

  bool operator==(const WindowPlace&) const = default;
};

}  // namespace texelscope::app
