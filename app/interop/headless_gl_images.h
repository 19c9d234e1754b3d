#pragma once

#include <memory>

#include "app/device/gl_images.h"
#include "texelscope/gpu/device.h"

namespace texelscope::app {

/// GL images in a context without a window, which is opened when the first image or the context is asked for: for a
/// window that another renderer draws. Belongs to the thread that asks.
[[nodiscard]] std::shared_ptr<GLImages> make_headless_gl_images(const gpu::Device& device);

}  // namespace texelscope::app
