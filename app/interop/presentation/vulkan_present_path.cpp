#include "app/interop/presentation/present_path.h"
#include "app/interop/presentation/renderer_present_path.h"
#include "app/interop/shared/shared_vulkan_image.h"
#include "render/vulkan/image/texture.h"
#include "texelscope/gpu/error.h"

namespace texelscope::app {

std::unique_ptr<PresentPath> open_vulkan_present_path(PresentPathKind method, const render::vulkan::Context& context,
                                                      const gpu::Device& device, int width, int height) {
  switch (method) {
    case PresentPathKind::vulkan_shared:
      return std::make_unique<SharedPresentPath>(
          device, std::make_unique<SharedVulkanImage>(context, device, FrameFormat::rgba8, width, height));
    case PresentPathKind::vulkan_read_back:
      return std::make_unique<ReadBackPresentPath<render::vulkan::Texture>>(device, width, height, context, width,
                                                                            height, false);
    case PresentPathKind::kernel_alone:
    case PresentPathKind::gl_mapped:
    case PresentPathKind::gl_pixel_buffer:
    case PresentPathKind::gl_read_back:
      break;
  }
  throw gpu::InvalidArgument("Vulkan has no such way to show an image; choose one whose name begins with vulkan");
}

}  // namespace texelscope::app
