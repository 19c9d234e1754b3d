#include "app/interop/offscreen_renderer.h"

#include "app/interop/device_offscreen_renderer.h"
#include "app/interop/headless.h"
#include "app/interop/shared/share_gl.h"
#include "app/interop/shared/shared_gl_image.h"
#include "app/interop/shared/shared_vulkan_image.h"
#include "render/common/error.h"
#include "render/gl/context_info.h"
#include "render/vulkan/context/validation.h"
#include "texelscope/gpu/error.h"

namespace texelscope::app {

OffscreenRenderer::OffscreenRenderer(RendererKind kind, const gpu::Device& device) {
  if (kind == RendererKind::gl) {
    gl_.emplace(open_context_for(device));
  } else {
    try {
      vulkan_.emplace(open_vulkan_for(device));
    } catch (const render::Unavailable& reason) {
      throw gpu::Unavailable(reason.what());
    }
  }
}

std::shared_ptr<const ImageSharing> OffscreenRenderer::share(const gpu::Device& device) const {
  return gl_ ? share_gl_images(share_gl(device, gl_->loader())) : share_vulkan_images(*vulkan_, device);
}

std::vector<std::string> OffscreenRenderer::end(std::optional<OffscreenRenderer>& renderer) {
  if (!renderer) {
    return {};
  }
  // GL tells while its context is there, the layers when the device goes.
  std::vector<std::string> left;
  if (renderer->gl_) {
    left = render::gl::live_objects();
  }
  renderer.reset();
  for (std::string& message : render::vulkan::take_validation_messages()) {
    left.push_back(std::move(message));
  }
  return left;
}

}  // namespace texelscope::app
