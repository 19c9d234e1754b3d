#include "app/interop/observation/open_interop_tools.h"

#include <exception>
#include <string>
#include <utility>

#include "app/interop/observation/observed_image.h"
#include "app/interop/offscreen_renderer.h"
#include "app/interop/presentation/present_path.h"
#include "texelscope/gpu/error.h"

namespace texelscope::app {
namespace {

class OpenedInteropTools final : public InteropTools {
 public:
  OpenedInteropTools(const gpu::Device& device, std::shared_ptr<GLImages> gl,
                     std::optional<render::vulkan::Context> vulkan)
      : device_{device},
        gl_{std::move(gl)},
        vulkan_{std::move(vulkan)},
        renderer_{vulkan_ ? RendererKind::vulkan : RendererKind::gl} {}

  [[nodiscard]] RendererKind renderer() const noexcept override { return renderer_; }
  [[nodiscard]] std::unique_ptr<ObservedImage> make_image(int width, int height) override {
    return renderer_ == RendererKind::gl ? observe_gl_image(gl_->context(), width, height)
                                         : observe_vulkan_image(*vulkan_, device_, width, height);
  }
  [[nodiscard]] std::unique_ptr<PresentPath> open(PresentPathKind kind, int width, int height) override {
    switch (kind) {
      case PresentPathKind::kernel_alone:
        return open_kernel_alone(device_, width, height);
      case PresentPathKind::gl_mapped:
      case PresentPathKind::gl_pixel_buffer:
      case PresentPathKind::gl_read_back:
        return open_gl_present_path(kind, require_gl(), width, height);
      case PresentPathKind::vulkan_shared:
      case PresentPathKind::vulkan_read_back:
        return open_vulkan_present_path(kind, require_vulkan(), device_, width, height);
    }
    throw gpu::InvalidArgument("unknown present path");
  }

 private:
  const gpu::GLContext& require_gl() {
    if (gl_ == nullptr) {
      throw gpu::Unavailable("OpenGL is not available with this renderer");
    }
    return gl_->context();
  }
  const render::vulkan::Context& require_vulkan() {
    if (!vulkan_) {
      vulkan_.emplace(open_vulkan_for(device_));
    }
    return *vulkan_;
  }

  gpu::Device device_;
  std::shared_ptr<GLImages> gl_;
  std::optional<render::vulkan::Context> vulkan_;
  RendererKind renderer_;
};

}  // namespace

std::shared_ptr<InteropTools> open_gl_interop_tools(const gpu::Device& device, std::shared_ptr<GLImages> gl) {
  return std::make_shared<OpenedInteropTools>(device, std::move(gl), std::nullopt);
}

std::shared_ptr<InteropTools> open_vulkan_interop_tools(const gpu::Device& device,
                                                        const render::vulkan::Context& vulkan,
                                                        std::shared_ptr<GLImages> gl) {
  return std::make_shared<OpenedInteropTools>(device, std::move(gl), vulkan);
}

}  // namespace texelscope::app
