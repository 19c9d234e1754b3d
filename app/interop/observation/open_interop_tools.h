#pragma once

#include <memory>
#include <optional>

#include "app/device/gl_images.h"
#include "app/labs/interop/interop_tools.h"
#include "render/vulkan/context/context.h"
#include "texelscope/gpu/device.h"

namespace texelscope::app {

/// For a renderer that OpenGL is: `gl` has its context. Vulkan is opened beside it when it is asked for.
[[nodiscard]] std::shared_ptr<InteropTools> open_gl_interop_tools(const gpu::Device& device,
                                                                  std::shared_ptr<GLImages> gl);
/// For a renderer that Vulkan is. `gl` opens OpenGL beside it when it is asked for; null where there is none.
[[nodiscard]] std::shared_ptr<InteropTools> open_vulkan_interop_tools(const gpu::Device& device,
                                                                      const render::vulkan::Context& vulkan,
                                                                      std::shared_ptr<GLImages> gl);

}  // namespace texelscope::app
