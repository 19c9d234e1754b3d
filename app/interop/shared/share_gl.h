#pragma once

#include "texelscope/gpu/gl_context.h"

namespace texelscope::app {

/// The GL context that is current on this thread, for sharing with `device`: directly where that works, which is tried
/// with a small texture (a driver may list the device and still refuse to register); else through host memory, and
/// reason() of the result says why. @throws render::Error, gpu::Error for what is no refusal to share.
[[nodiscard]] gpu::GLContext share_gl(const gpu::Device& device, const gpu::GLLoader& loader);

}  // namespace texelscope::app
