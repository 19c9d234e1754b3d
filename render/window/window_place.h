#pragma once

#include <optional>
#include <span>

struct GLFWwindow;

namespace texelscope::render {

/// The position and size of a window on the desktop, in screen coordinates.
struct WindowPlace {
  int x = 0;
  int y = 0;
  int width = 0;
  int height = 0;
  bool is_maximized = false;
};

/// The current position and size; the position is 0 if the window system does not report it (Wayland).
[[nodiscard]] WindowPlace place_of(GLFWwindow* window);

/// The same window, moved so that its upper edge can be grabbed on a display's work area, and no larger than the
/// displays' area to its right and below; nullopt if it is on no display (one may have been unplugged since).
[[nodiscard]] std::optional<WindowPlace> reachable(const WindowPlace& place, std::span<const WindowPlace> areas);

/// The size of a first window on a display with this work area, from the `smallest` useful size: 9/10 of the work area,
/// but no more than 5/4 of `smallest` in width and 7/5 in height, because a larger one only adds empty space. Never
/// larger than the work area.
[[nodiscard]] WindowPlace first_place(const WindowPlace& smallest, const WindowPlace& area);

/// Resizes a hidden window with the smallest useful size to first_place() on the primary display.
void enlarge(GLFWwindow* window);

/// Places a window before it is shown, moved to where it can be reached. If that is not possible, only sets its size,
/// no larger than the primary display.
void put(GLFWwindow* window, const WindowPlace& place);

}  // namespace texelscope::render
