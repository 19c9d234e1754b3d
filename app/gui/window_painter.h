#pragma once

#include <functional>
#include <memory>
#include <set>
#include <string>

#include "app/window/screenshot.h"

namespace texelscope::app {

/// With a renderer that needs no display; the widgets are drawn by paint(). @throws render::Unavailable without GL,
/// gpu::Error without the device.
[[nodiscard]] std::unique_ptr<WindowPainter> open_window_painter(const WindowPainterOptions& options);

/// The names of the widgets that the panels of a state draw, in a window of 1280×720 that is not there: drawn until
/// the open lab has settled. Not while another window of the program is open.
[[nodiscard]] std::set<std::string, std::less<>> panel_widgets(State& state);

}  // namespace texelscope::app
