#pragma once

#include "app/core/image.h"
#include "render/gl/viewport_pass.h"

namespace texelscope::app {

/// What the window's viewport shows of an image, over a checkerboard where it is transparent: 8 bits a channel, of the
/// size of view.target, whose place does not count. @throws render::Error.
[[nodiscard]] Image viewport_picture(const render::gl::Texture& image, render::ViewportView view);

}  // namespace texelscope::app
