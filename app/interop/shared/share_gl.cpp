#include "app/interop/shared/share_gl.h"

#include <fmt/format.h>

#include "app/interop/shared/shared_gl_image.h"
#include "texelscope/gpu/error.h"

namespace texelscope::app {
gpu::GLContext share_gl(const gpu::Device& device, const gpu::GLLoader& loader) {
  gpu::GLContext context = gpu::GLContext::from_current(device, loader);
  if (context.path() == gpu::InteropPath::direct) {
    try {
      const SharedGLImage probe(context, FrameFormat::rgba8, 1, 1);
    } catch (const gpu::DriverError& error) {
      if (!gpu::is_refusal_to_share(error.status())) {
        throw;
      }
      return context.through_host(
          fmt::format("the driver lists the device for GL and refuses to share: {}", error.what()));
    }
  }
  return context;
}

}  // namespace texelscope::app
