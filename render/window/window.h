#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "render/window/window_place.h"

struct GLFWwindow;

namespace texelscope::render {

/// The API that draws into a window: a GL context is created with the window; other APIs are attached later.
enum class WindowClient : unsigned char { gl, none };

struct WindowOptions {
  std::string title = "texelscope";
  /// Size in screen coordinates of a display with scale 1; multiplied by the scale where coordinates are pixels (X11).
  int width = 1280;
  int height = 720;
  bool is_visible = true;
  /// Whether swaps wait for the display's refresh.
  bool has_vsync = true;
  /// The previous position and size, instead of width and height.
  std::optional<WindowPlace> place{};
  /// Whether the window is larger if the display is large enough (first_place()).
  bool may_be_larger = false;
};

/// A key or a modifier chord, in GLFW's key numbers.
struct KeyPress {
  int key = 0;
  bool has_control = false;
  bool has_shift = false;
  bool has_alt = false;
  /// The character of the key in the user's layout; 0 if there is none.
  char32_t character = 0;
  bool is_repeat = false;
};

/// An image of width × height RGBA pixels with 8 bits per channel, row by row.
struct WindowIcon {
  int width = 0;
  int height = 0;
  std::span<const std::byte> pixels;
};

/// A display of the desktop: its name, the pixels and hertz of its mode, and its scale.
struct Display {
  std::string name;
  int width = 0;
  int height = 0;
  int refresh_rate = 0;
  float scale = 1;
};

/// The events since the last poll.
struct WindowEvents {
  /// The number of events of the mouse and the keyboard, including releases.
  std::uint64_t input_count = 0;
  std::vector<KeyPress> keys;
  std::vector<std::string> dropped_files;
  bool is_close_requested = false;
  /// Whether the window system has lost the window's contents, such as those under a closed window.
  bool must_draw = false;
  /// Requests that the X server rejected; the window continues to work.
  std::vector<std::string> problems;
};

/// A desktop window, on the thread that created it: the main thread, as window systems require.
class Window {
 public:
  /// @throws Unavailable without a display, or without support for the requested context; with the reason and a remedy.
  /// @throws Error for a size below 1 × 1.
  Window(const WindowOptions& options, WindowClient client);
  ~Window();
  Window(const Window&) = delete;
  Window& operator=(const Window&) = delete;

  /// For Dear ImGui's backend, whose callbacks may be installed on top. The user pointer is in use.
  [[nodiscard]] GLFWwindow* handle() const noexcept { return window_; }

  /// Polls the system's events; with `timeout_seconds` > 0, waits at most that long for an event.
  WindowEvents poll(double timeout_seconds = 0);
  /// The icon of the window, in multiple sizes; ignored if the window system uses the icon of the desktop file
  /// (Wayland).
  void set_icon(std::span<const WindowIcon> icons);
  /// Changes the title in the window's bar and the desktop's lists, in UTF-8.
  void set_title(const std::string& title);
  /// Requests a different size, in screen coordinates; at least 1 × 1.
  void resize(int width, int height);

  /// The framebuffer's size in pixels; 0 for a destroyed window.
  [[nodiscard]] int framebuffer_width() const;
  [[nodiscard]] int framebuffer_height() const;
  /// The display's scale: 2 on HiDPI.
  [[nodiscard]] float content_scale() const;
  /// Pixels of the framebuffer for a unit of screen coordinates: 1 under X11, regardless of the display's scale; that
  /// scale under Wayland, whose coordinates already include it.
  [[nodiscard]] float pixels_per_unit() const;
  [[nodiscard]] bool is_minimized() const;
  /// Whether the X server has replied to a request that the window no longer exists: someone else destroyed it. Nothing
  /// can be presented then.
  [[nodiscard]] bool is_gone() const;
  [[nodiscard]] WindowPlace place() const;
  /// All displays that are connected now, the primary one first.
  [[nodiscard]] std::vector<Display> displays() const;

 private:
  struct Parts;

  std::unique_ptr<Parts> parts_;
  GLFWwindow* window_ = nullptr;
  /// 0 for a window without X11.
  unsigned long x11_number_ = 0;
  std::string title_;
  WindowEvents events_;
};

/// Whether a window can be opened: a display is set and responds. Never throws; if it cannot, `reason` is set.
[[nodiscard]] bool has_display(std::string& reason);

}  // namespace texelscope::render
