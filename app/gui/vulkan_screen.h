#pragma once

#include <functional>
#include <memory>

#include "app/gui/screen.h"
#include "render/vulkan/context/context.h"

namespace texelscope::app {

/// A window's Vulkan context, with the images that labs share.
class VulkanScreen : public Screen {
 public:
  [[nodiscard]] virtual const render::vulkan::Context& context() const noexcept = 0;
};

/// A window that Vulkan draws, on the GPU of the device, or in software for the CPU device. The device is asked for
/// when the window is open. @throws render::Error, gpu::Error.
[[nodiscard]] std::unique_ptr<VulkanScreen> open_vulkan_screen(const render::WindowOptions& options,
                                                               const std::function<gpu::Device()>& device);

}  // namespace texelscope::app
