#include "render/window/window_place.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <algorithm>
#include <iterator>
#include <vector>

namespace texelscope::render {
namespace {

WindowPlace work_area_of(GLFWmonitor* monitor) {
  WindowPlace area;
  glfwGetMonitorWorkarea(monitor, &area.x, &area.y, &area.width, &area.height);
  return area;
}

/// Whether enough of the window's upper edge is visible to grab it.
bool can_be_reached(const WindowPlace& place, const WindowPlace& area) {
  constexpr int least = 64;
  const int seen = std::min(place.x + place.width, area.x + area.width) - std::max(place.x, area.x);
  return seen >= std::min(least, place.width) && place.y >= area.y && place.y + least <= area.y + area.height;
}

std::vector<WindowPlace> work_areas() {
  int count = 0;
  GLFWmonitor** const monitors = glfwGetMonitors(&count);
  std::vector<WindowPlace> areas;
  std::transform(monitors, monitors + count, std::back_inserter(areas), work_area_of);
  return areas;
}

}  // namespace

WindowPlace place_of(GLFWwindow* window) {
  WindowPlace place;
  glfwGetWindowPos(window, &place.x, &place.y);
  glfwGetWindowSize(window, &place.width, &place.height);
  place.is_maximized = glfwGetWindowAttrib(window, GLFW_MAXIMIZED) == GLFW_TRUE;
  return place;
}

std::optional<WindowPlace> reachable(const WindowPlace& place, std::span<const WindowPlace> areas) {
  if (std::ranges::none_of(areas, [&](const WindowPlace& area) { return can_be_reached(place, area); })) {
    return std::nullopt;
  }
  WindowPlace fitting = place;
  int right = 0;
  int bottom = 0;
  for (const WindowPlace& area : areas) {
    right = std::max(right, area.x + area.width);
    bottom = std::max(bottom, area.y + area.height);
  }
  fitting.width = std::min(place.width, right - place.x);
  fitting.height = std::min(place.height, bottom - place.y);
  return fitting;
}

WindowPlace first_place(const WindowPlace& smallest, const WindowPlace& area) {
  const auto extent = [](int least, int most, int available) {
    return std::min({std::max(least, available * 9 / 10), most, available});
  };
  WindowPlace place = smallest;
  place.width = extent(smallest.width, smallest.width * 5 / 4, area.width);
  place.height = extent(smallest.height, smallest.height * 7 / 5, area.height);
  return place;
}

void enlarge(GLFWwindow* window) {
  if (GLFWmonitor* const primary = glfwGetPrimaryMonitor()) {
    const WindowPlace place = first_place(place_of(window), work_area_of(primary));
    glfwSetWindowSize(window, place.width, place.height);
  }
}

void put(GLFWwindow* window, const WindowPlace& place) {
  if (const auto fitting = reachable(place, work_areas())) {
    glfwSetWindowPos(window, fitting->x, fitting->y);
    glfwSetWindowSize(window, fitting->width, fitting->height);
  } else if (GLFWmonitor* const primary = glfwGetPrimaryMonitor()) {
    const WindowPlace area = work_area_of(primary);
    glfwSetWindowSize(window, std::min(place.width, area.width), std::min(place.height, area.height));
  }
  if (place.is_maximized) {
    glfwMaximizeWindow(window);
  }
}

}  // namespace texelscope::render
