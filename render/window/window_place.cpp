#include "render/window/window_place.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <algorithm>

namespace texelscope::render {
namespace {

WindowPlace work_area_of(GLFWmonitor* monitor) {
  WindowPlace area;
  glfwGetMonitorWorkarea(monitor, &area.x, &area.y, &area.width, &area.height);
  return area;
}

/// Whether so much of the window's upper edge lies on a display that it can be taken by it.
bool can_be_reached(const WindowPlace& place) {
  constexpr int least = 64;
  int count = 0;
  GLFWmonitor** const monitors = glfwGetMonitors(&count);
  return std::any_of(monitors, monitors + count, [&](GLFWmonitor* monitor) {
    const WindowPlace area = work_area_of(monitor);
    const int seen = std::min(place.x + place.width, area.x + area.width) - std::max(place.x, area.x);
    return seen >= std::min(least, place.width) && place.y >= area.y && place.y + least <= area.y + area.height;
  });
}

}  // namespace

WindowPlace place_of(GLFWwindow* window) {
  WindowPlace place;
  glfwGetWindowPos(window, &place.x, &place.y);
  glfwGetWindowSize(window, &place.width, &place.height);
  place.is_maximized = glfwGetWindowAttrib(window, GLFW_MAXIMIZED) == GLFW_TRUE;
  return place;
}

void put(GLFWwindow* window, const WindowPlace& place) {
  if (can_be_reached(place)) {
    glfwSetWindowPos(window, place.x, place.y);
    glfwSetWindowSize(window, place.width, place.height);
  } else if (GLFWmonitor* const primary = glfwGetPrimaryMonitor()) {
    const WindowPlace area = work_area_of(primary);
    glfwSetWindowSize(window, std::min(place.width, area.width), std::min(place.height, area.height));
  }
  if (place.is_maximized) {
    glfwMaximizeWindow(window);
  }
}

}  // namespace texelscope::render
