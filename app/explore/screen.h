#pragma once

#include "app/core/image.h"
#include "render/gl/window.h"

namespace texelscope::app {

/// Fills the window's framebuffer with a colour, each 0 … 1.
void clear_screen(const render::gl::Window& window, float red, float green, float blue);

/// What has been drawn, before the swap: 8 bits, 4 channels, opaque. Waits for GL. @throws render::Error.
[[nodiscard]] Image read_screen(const render::gl::Window& window);

/// Waits until everything is drawn.
void finish_screen(const render::gl::Window& window);

}  // namespace texelscope::app
