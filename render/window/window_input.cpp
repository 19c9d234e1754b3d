#include "render/window/window_input.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <string_view>

namespace texelscope::render {
namespace {

WindowEvents& events_of(GLFWwindow* window) { return *static_cast<WindowEvents*>(glfwGetWindowUserPointer(window)); }

// The first character of well-formed UTF-8, as GLFW provides it; 0 if there is none.
char32_t first_character(std::string_view text) {
  if (text.empty()) {
    return 0;
  }
  const auto byte = [&](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U; };
  const auto next = [&](std::size_t i) { return static_cast<char32_t>(byte(i) & 0x3FU); };
  if (byte(0) < 0x80) {
    return byte(0);
  }
  if (byte(0) < 0xE0) {
    return (byte(0) & 0x1FU) << 6 | next(1);
  }
  if (byte(0) < 0xF0) {
    return (byte(0) & 0x0FU) << 12 | next(1) << 6 | next(2);
  }
  return (byte(0) & 0x07U) << 18 | next(1) << 12 | next(2) << 6 | next(3);
}

void on_key(GLFWwindow* window, int key, int scancode, int action, int modifiers) {
  ++events_of(window).input_count;
  if (action == GLFW_RELEASE) {
    return;
  }
  KeyPress press;
  press.key = key;
  press.has_control = (modifiers & GLFW_MOD_CONTROL) != 0;
  press.has_shift = (modifiers & GLFW_MOD_SHIFT) != 0;
  press.has_alt = (modifiers & GLFW_MOD_ALT) != 0;
  press.is_repeat = action == GLFW_REPEAT;
  // With Ctrl or Alt, no character event follows; the key's name is its unshifted character in the user's layout.
  const char* const name = glfwGetKeyName(key, scancode);
  press.character = first_character(name == nullptr ? "" : name);
  events_of(window).keys.push_back(press);
}

// GLFW reports the character of a key right after the key.
void on_character(GLFWwindow* window, unsigned character) {
  ++events_of(window).input_count;
  std::vector<KeyPress>& keys = events_of(window).keys;
  if (keys.empty()) {
    keys.push_back({.character = character});
  } else {
    keys.back().character = character;
  }
}

void on_button(GLFWwindow* window, int /*button*/, int /*action*/, int /*modifiers*/) {
  ++events_of(window).input_count;
}

void on_move(GLFWwindow* window, double /*x*/, double /*y*/) { ++events_of(window).input_count; }
void on_scroll(GLFWwindow* window, double /*x*/, double /*y*/) { ++events_of(window).input_count; }

void on_drop(GLFWwindow* window, int count, const char** paths) {
  std::vector<std::string>& files = events_of(window).dropped_files;
  files.insert(files.end(), paths, paths + count);
}

// The program decides whether to close: it may have to ask the user first.
void on_close(GLFWwindow* window) {
  glfwSetWindowShouldClose(window, GLFW_FALSE);
  events_of(window).is_close_requested = true;
}

void on_refresh(GLFWwindow* window) { events_of(window).must_draw = true; }

}  // namespace

void collect_input(GLFWwindow* window, WindowEvents& events) {
  glfwSetWindowUserPointer(window, &events);
  glfwSetKeyCallback(window, on_key);
  glfwSetCharCallback(window, on_character);
  glfwSetMouseButtonCallback(window, on_button);
  glfwSetCursorPosCallback(window, on_move);
  glfwSetScrollCallback(window, on_scroll);
  glfwSetDropCallback(window, on_drop);
  glfwSetWindowCloseCallback(window, on_close);
  glfwSetWindowRefreshCallback(window, on_refresh);
}

}  // namespace texelscope::render
