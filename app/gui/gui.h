#pragma once

#include <memory>
#include <optional>

#include "app/gui/screen/screen.h"
#include "app/images/view.h"
#include "app/window/panels/theme.h"
#include "render/window/input_queue.h"

namespace texelscope::app {

/// Dear ImGui on a screen: its context and its fonts. Only one may exist at a time, on the window's thread.
class Gui {
 public:
  /// `scale` is that of text and widgets; 0 means the display's.
  Gui(Screen& screen, float scale);
  ~Gui();
  Gui(const Gui&) = delete;
  Gui& operator=(const Gui&) = delete;

  [[nodiscard]] const Theme& theme() const noexcept { return theme_; }
  /// Begins a frame: widgets can be created until end_frame(). Rebuilds the fonts if additional letters are needed, or
  /// if the display's scale has changed, as it does when the window moves to another display. If `holds_input`, keys
  /// and clicks wait for a later frame. Returns false, without beginning a frame, if the window is closed.
  [[nodiscard]] bool begin_frame(bool holds_input, Letters letters);
  /// The frame's widgets; valid until the next frame begins.
  [[nodiscard]] ImDrawData& end_frame();
  /// Whether a text field receives the keys.
  [[nodiscard]] bool wants_text() const;
  /// Whether the mouse holds a widget; a text field does not count, because it only waits for events.
  [[nodiscard]] bool is_busy() const;
  /// Whether the mouse is dragging a held widget; a click does not count.
  [[nodiscard]] bool is_dragging() const;
  /// Whether this version of ImGui may process input a few frames after its arrival, as versions since 1.87 do. For
  /// earlier versions, Gui itself delays input.
  static const bool queues_input;
  /// Whether keys and clicks wait for later frames: if input arrives faster than frames, each frame processes only what
  /// a user could have done in sequence.
  [[nodiscard]] bool has_input_waiting() const;
  /// Number of key presses, excluding modifiers, that the window has received and that wait for later frames.
  [[nodiscard]] std::size_t waiting_keys() const;
  /// Whether a menu or a drop-down list is open.
  [[nodiscard]] bool has_popup() const;
  /// Closes menus and drop-down lists. @returns whether any were open.
  bool close_popups() const;
  /// Size of the window in its own units.
  [[nodiscard]] Rect window_area() const;
  /// Pixels of the framebuffer for each unit of the window.
  [[nodiscard]] float pixels_per_unit() const;
  void copy_to_clipboard(const std::string& text) const;

 private:
  [[nodiscard]] float wanted_scale() const;

  Screen& screen_;
  std::optional<render::QueuedCallbacks> callbacks_;
  /// 0 for the display's.
  float chosen_scale_;
  Theme theme_;
};

}  // namespace texelscope::app
