#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "render/window/window_place.h"

struct GLFWwindow;

namespace texelscope::render {

/// Which API draws into a window: GL's context is made with the window, others come to it.
enum class WindowClient : unsigned char { gl, none };

struct WindowOptions {
  std::string title = "texelscope";
  /// Size in screen coordinates of a display with scale 1; multiplied by the scale where coordinates are pixels (X11).
  int width = 1280;
  int height = 720;
  bool is_visible = true;
  /// Waits for the display's refresh on swap.
  bool has_vsync = true;
  /// Where it was before, in place of width and height.
  std::optional<WindowPlace> place{};
  /// Whether it is larger than that where the display has room for it (first_place()).
  bool may_be_larger = false;
};

/// A key or a modifier chord, in GLFW's key numbers.
struct KeyPress {
  int key = 0;
  bool has_control = false;
  bool has_shift = false;
  bool has_alt = false;
  /// The character the key types in the user's layout, 0 for none.
  char32_t character = 0;
  bool is_repeat = false;
};

/// A picture of the window: RGBA of 8 bits a channel, width × height of them, row after row.
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

/// What happened since the last poll.
struct WindowEvents {
  std::vector<KeyPress> keys;
  std::vector<std::string> dropped_files;
  bool is_close_requested = false;
  /// Whether the window system has lost what the window showed, as under a window that went away.
  bool must_draw = false;
  /// Requests that the X server refused; the window works on.
  std::vector<std::string> problems;
};

/// A window of the desktop, on the thread that made it: the main thread, as window systems ask.
class Window {
 public:
  /// @throws Unavailable without a display, or where it has no such client; the reason and the way out.
  /// @throws Error for a size below 1 × 1.
  Window(const WindowOptions& options, WindowClient client);
  ~Window();
  Window(const Window&) = delete;
  Window& operator=(const Window&) = delete;

  /// For Dear ImGui's backend, whose callbacks may be installed on top. The user pointer is taken.
  [[nodiscard]] GLFWwindow* handle() const noexcept { return window_; }

  /// Takes the events of the system; with `timeout_seconds` > 0 waits for one at most that long.
  WindowEvents poll(double timeout_seconds = 0);
  /// What desktops show for the window, in the sizes that there are; nothing where the window system takes the icon of
  /// the desktop file (Wayland).
  void set_icon(std::span<const WindowIcon> icons);
  /// Asks for another size, in screen coordinates; at least 1 × 1.
  void resize(int width, int height);

  /// Pixels of the framebuffer; 0 of a window that is gone.
  [[nodiscard]] int framebuffer_width() const;
  [[nodiscard]] int framebuffer_height() const;
  /// The display's scale: 2 on HiDPI.
  [[nodiscard]] float content_scale() const;
  /// Pixels of the framebuffer for a unit of screen coordinates: 1 under X11, whatever the display's scale; that scale
  /// under Wayland, whose coordinates have it already.
  [[nodiscard]] float pixels_per_unit() const;
  [[nodiscard]] bool is_minimized() const;
  /// Whether the X server has told, to a request about it, that the window is not there any more: somebody else
  /// destroyed it. Nothing can be shown then.
  [[nodiscard]] bool is_gone() const;
  [[nodiscard]] WindowPlace place() const;
  /// All displays that are connected now, the primary one first.
  [[nodiscard]] std::vector<Display> displays() const;

 private:
  struct Parts;

  std::unique_ptr<Parts> parts_;
  GLFWwindow* window_ = nullptr;
  /// 0 for a window that is not X11's.
  unsigned long x11_number_ = 0;
  WindowEvents events_;
};

/// Whether a window can be opened here: a display is named and answers. Never throws; the reason goes into `reason`.
[[nodiscard]] bool has_display(std::string& reason);

}  // namespace texelscope::render
