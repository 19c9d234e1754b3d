#pragma once

#include <memory>
#include <optional>

#include "app/device/gl_images.h"
#include "app/labs/interop/interop_tools.h"
#include "render/vulkan/context/context.h"
#include "texelscope/gpu/device.h"

namespace texelscope::app {

/// The tools for OpenGL as the renderer, with the context of `gl`. They also open Vulkan when requested.
[[nodiscard]] std::shared_ptr<InteropTools> open_gl_interop_tools(const gpu::Device& device,
                                                                  std::shared_ptr<GLImages> gl);
/// The tools for Vulkan as the renderer. `gl` also opens OpenGL when requested; null without OpenGL.
[[nodiscard]] std::shared_ptr<InteropTools> open_vulkan_interop_tools(const gpu::Device& device,
                                                                      const render::vulkan::Context& vulkan,
                                                                      std::shared_ptr<GLImages> gl);

}  // namespace texelscope::app
