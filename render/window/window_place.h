#pragma once

#include <optional>
#include <span>

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

/// The same window where it can be taken by its upper edge on one of the displays' work areas, and no larger than what
/// the displays have right of it and below; nothing where none reaches it (a display may have been unplugged since).
[[nodiscard]] std::optional<WindowPlace> reachable(const WindowPlace& place, std::span<const WindowPlace> areas);

/// The size of a first window on a display with this work area, from the `smallest` that is any use: 9/10 of the work
/// area, but no more than 5/4 of `smallest` in width and 7/5 in height, where a larger one is only emptier.
/// Never larger than the work area.
[[nodiscard]] WindowPlace first_place(const WindowPlace& smallest, const WindowPlace& area);

/// Gives a window that is not shown yet, and is of the smallest size that is any use, the size of first_place() on the
/// primary display.
void enlarge(GLFWwindow* window);

/// Puts a window there, before it is shown, as far as it is reachable; else the size alone, no larger than the primary
/// display.
void put(GLFWwindow* window, const WindowPlace& place);

}  // namespace texelscope::render
