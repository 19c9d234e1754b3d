#pragma once

#include <memory>

#include "app/labs/interop/presentation_cost.h"
#include "render/vulkan/context/context.h"
#include "texelscope/gpu/gl_context.h"

namespace texelscope::app {

// Present paths for a kernel's output. All throw gpu::Error and render::Error.

[[nodiscard]] std::unique_ptr<PresentPath> open_kernel_alone(const gpu::Device& device, int width, int height);
/// A present path of OpenGL. @throws gpu::InvalidArgument for a path of a different renderer.
[[nodiscard]] std::unique_ptr<PresentPath> open_gl_present_path(PresentPathKind kind, const gpu::GLContext& context,
                                                                int width, int height);
/// A present path of Vulkan. @throws gpu::InvalidArgument for a path of a different renderer.
[[nodiscard]] std::unique_ptr<PresentPath> open_vulkan_present_path(PresentPathKind kind,
                                                                    const render::vulkan::Context& context,
                                                                    const gpu::Device& device, int width, int height);

}  // namespace texelscope::app
