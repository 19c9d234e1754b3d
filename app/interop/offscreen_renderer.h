#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/device/renderer_kind.h"
#include "app/interop/shared/shared_image.h"
#include "render/gl/egl_context.h"
#include "render/vulkan/context/context.h"

namespace texelscope::app {

/// A renderer without a window, whose images any number of devices may share: for trials, which open devices again and
/// again. On the thread that opened it.
class OffscreenRenderer {
 public:
  /// On the GPU of `device`, or in software for the CPU device. @throws render::Unavailable without GL,
  /// gpu::Unavailable without Vulkan, which not every machine has; render::Error.
  OffscreenRenderer(RendererKind kind, const gpu::Device& device);

  /// @throws gpu::Error, render::Error.
  [[nodiscard]] std::shared_ptr<const ImageSharing> share(const gpu::Device& device) const;

  /// Ends it, and tells what nobody gave back, or was wrong about it: GL's objects in its context, and what Vulkan's
  /// validation layers say, where they watch.
  [[nodiscard]] static std::vector<std::string> end(std::optional<OffscreenRenderer>& renderer);

 private:
  std::optional<render::gl::EglContext> gl_;
  std::optional<render::vulkan::Context> vulkan_;
};

}  // namespace texelscope::app
