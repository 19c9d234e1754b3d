#pragma once

#include <memory>

#include "app/window/screenshot.h"

namespace texelscope::app {

/// With a renderer that needs no display; the widgets are drawn by paint(). @throws render::Unavailable without GL,
/// gpu::Error without the device.
[[nodiscard]] std::unique_ptr<WindowPainter> open_window_painter(const WindowPainterOptions& options);

}  // namespace texelscope::app
