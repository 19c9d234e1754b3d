#include "app/interop/renderer_showing.h"
#include "app/interop/shared_vulkan_image.h"
#include "app/interop/showing.h"
#include "render/vulkan/texture.h"
#include "texelscope/gpu/error.h"

namespace texelscope::app {

std::unique_ptr<Showing> open_vulkan_showing(ShowingMethod method, const render::vulkan::Context& context,
                                             const gpu::Device& device, int width, int height) {
  switch (method) {
    case ShowingMethod::vulkan_shared:
      return std::make_unique<SharedShowing>(
          device, std::make_unique<SharedVulkanImage>(context, device, FrameFormat::rgba8, width, height));
    case ShowingMethod::vulkan_read_back:
      return std::make_unique<ReadBackShowing<render::vulkan::Texture>>(device, width, height, context, width, height,
                                                                        false);
    case ShowingMethod::kernel_alone:
    case ShowingMethod::gl_mapped:
    case ShowingMethod::gl_pixel_buffer:
    case ShowingMethod::gl_read_back:
      break;
  }
  throw gpu::InvalidArgument("Vulkan has no such way to show an image; choose one whose name begins with vulkan");
}

}  // namespace texelscope::app
