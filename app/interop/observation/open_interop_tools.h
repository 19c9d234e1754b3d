#pragma once

#include <memory>
#include <optional>

#include "app/device/gl_images.h"
#include "app/labs/interop/interop_tools.h"
#include "render/vulkan/context/context.h"
#include "texelscope/gpu/device.h"

namespace texelscope::app {

/// For OpenGL as the renderer: `gl` has its context. Vulkan is opened in addition when requested.
[[nodiscard]] std::shared_ptr<InteropTools> open_gl_interop_tools(const gpu::Device& device,
                                                                  std::shared_ptr<GLImages> gl);
/// For Vulkan as the renderer. `gl` opens OpenGL in addition when requested; null without OpenGL.
[[nodiscard]] std::shared_ptr<InteropTools> open_vulkan_interop_tools(const gpu::Device& device,
                                                                      const render::vulkan::Context& vulkan,
                                                                      std::shared_ptr<GLImages> gl);

}  // namespace texelscope::app
