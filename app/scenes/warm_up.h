#pragma once

#include <thread>

#include "texelscope/gpu/device.h"

namespace texelscope::app {

/// Does ahead, on a thread of its own, what scenes would wait for when they are first shown: reads the built-in
/// picture, and loads the program's kernels. What fails becomes a diagnostic of the device, and is tried again by the
/// scene. The thread ends early when it is stopped.
[[nodiscard]] std::jthread warm_up_scenes(const gpu::Device& device);

}  // namespace texelscope::app
