#pragma once

#include <functional>
#include <memory>

#include "app/explore/screen.h"

namespace texelscope::app {

/// A window that Vulkan draws, on the GPU of the device, or in software for the CPU device. The device is asked for
/// when the window is open. @throws render::Error, gpu::Error.
[[nodiscard]] std::unique_ptr<Screen> open_vulkan_screen(const render::WindowOptions& options,
                                                         const std::function<gpu::Device()>& device);

}  // namespace texelscope::app
