#pragma once

#include <memory>

#include "app/window/screenshot.h"

namespace texelscope::app {

/// Uses a renderer that needs no display; paint() draws the widgets. @throws render::Unavailable without GL, gpu::Error
/// without the device.
[[nodiscard]] std::unique_ptr<WindowPainter> open_window_painter(const WindowPainterOptions& options);

/// Draws the panels of a state offscreen, in a window of this size in pixels, until the open lab has settled. While a
/// question is open, also moves the mouse over the lab. No other window of the program may be open.
[[nodiscard]] DrawnPanels draw_panels_once(State& state, int width, int height);

}  // namespace texelscope::app
