#pragma once

#include <memory>

#include "app/window/screenshot.h"

namespace texelscope::app {

/// With a renderer that needs no display; the widgets are drawn by paint(). @throws render::Unavailable without GL,
/// gpu::Error without the device.
[[nodiscard]] std::unique_ptr<WindowPainter> open_window_painter(const WindowPainterOptions& options);

/// What the panels of a state draw in a window of 960×600 that is not there, when the open lab has settled. Not while
/// another window of the program is open.
[[nodiscard]] DrawnPanels draw_panels_once(State& state, int width, int height);

}  // namespace texelscope::app
