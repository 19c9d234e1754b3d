#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "render/gl/context_info.h"

struct GLFWwindow;

namespace texelscope::render::gl {

struct WindowOptions {
  std::string title = "texelscope";
  /// Size in screen coordinates.
  int width = 1280;
  int height = 720;
  bool is_visible = true;
  /// Waits for the display's refresh on swap.
  bool has_vsync = true;
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

/// What happened since the last poll.
struct WindowEvents {
  std::vector<KeyPress> keys;
  std::vector<std::string> dropped_files;
  bool is_close_requested = false;
};

/// A window with a GL 4.5 core context, current on the thread that made it.
class Window {
 public:
  /// @throws Unavailable without a display, without GL, or with GL older than 4.5; the reason and the way out.
  explicit Window(const WindowOptions& options);
  ~Window();
  Window(const Window&) = delete;
  Window& operator=(const Window&) = delete;

  [[nodiscard]] const ContextInfo& info() const noexcept { return info_; }
  [[nodiscard]] Loader loader() const noexcept;
  /// For Dear ImGui's backend.
  [[nodiscard]] GLFWwindow* handle() const noexcept { return window_; }

  /// Takes the events of the system; with `timeout_seconds` > 0 waits for one at most that long.
  WindowEvents poll(double timeout_seconds = 0);
  void swap();
  void set_title(const std::string& title);

  /// Pixels of the framebuffer.
  [[nodiscard]] int framebuffer_width() const;
  [[nodiscard]] int framebuffer_height() const;
  /// The display's scale: 2 on HiDPI.
  [[nodiscard]] float content_scale() const;
  [[nodiscard]] bool is_minimized() const;

 private:
  GLFWwindow* window_ = nullptr;
  ContextInfo info_;
  WindowEvents events_;
};

/// Whether a window can be opened here: a display is named and answers. Never throws; the reason goes into `reason`.
[[nodiscard]] bool has_display(std::string& reason);

}  // namespace texelscope::render::gl
