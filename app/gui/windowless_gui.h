#pragma once

#include <span>

#include "app/gui/draw_list_painter.h"
#include "app/window/action.h"
#include "app/window/panels/regions.h"
#include "app/window/panels/theme.h"
#include "app/workspace/state.h"

namespace texelscope::app {

/// Dear ImGui without a window: its context and its fonts, without mouse and keyboard. Only one may exist at a time,
/// and none while a window of the program is open.
class WindowlessGui {
 public:
  /// Size in pixels, and the scale of text and widgets.
  WindowlessGui(int width, int height, float scale);
  ~WindowlessGui();
  WindowlessGui(const WindowlessGui&) = delete;
  WindowlessGui& operator=(const WindowlessGui&) = delete;

  [[nodiscard]] const Theme& theme() const noexcept { return theme_; }
  /// Adds these letters and noted_letters() to the fonts if necessary. Call between frames.
  void load_letters(Letters letters);

 private:
  void make_fonts(float scale, Letters letters);

  Theme theme_;
  PaintTexture fonts_;
};

/// Draws the panels of a state with a WindowlessGui, 1/60 s after the previous frame. Returns the window's regions.
Regions draw_windowless(State& state, std::span<const Action> actions, const Theme& theme);

}  // namespace texelscope::app
