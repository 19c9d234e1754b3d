#pragma once

#include <span>

#include "app/gui/draw_list_painter.h"
#include "app/window/action.h"
#include "app/window/panels/regions.h"
#include "app/window/panels/theme.h"
#include "app/window/state.h"

namespace texelscope::app {

/// Dear ImGui without a window: its context and its fonts, with nobody at mouse and keys. One at a time, and none while
/// another window of the program is open.
class WindowlessGui {
 public:
  /// Size in pixels, and the scale of text and widgets.
  WindowlessGui(int width, int height, float scale);
  ~WindowlessGui();
  WindowlessGui(const WindowlessGui&) = delete;
  WindowlessGui& operator=(const WindowlessGui&) = delete;

  [[nodiscard]] const Theme& theme() const noexcept { return theme_; }

 private:
  Theme theme_;
  PaintTexture fonts_;
};

/// The panels of a state in such a window, a frame of 1/60 s after the one before. Returns where the window's parts
/// lie.
Regions draw_windowless(State& state, std::span<const Action> actions, const Theme& theme);

}  // namespace texelscope::app
