#pragma once

#include <memory>
#include <optional>

#include "app/device/renderer_kind.h"
#include "app/interop/headless.h"
#include "app/interop/shared/shared_image.h"
#include "render/vulkan/context/context.h"

namespace texelscope::app {

/// A device, a renderer without a window, and the images they share, on the thread that opened them.
struct DeviceOffscreenRenderer {
  // Destroyed from the last to the first.
  std::optional<Headless> gl;
  std::optional<render::vulkan::Context> vulkan;
  gpu::Device device;
  std::shared_ptr<const ImageSharing> images;
};

/// The Vulkan device that is the CUDA device, or any for the CPU device. @throws render::Unavailable, render::Error.
[[nodiscard]] render::vulkan::Context open_vulkan_for(const gpu::Device& device, bool has_window = false);

/// Opens the device and then the renderer beside it. @throws render::Unavailable, render::Error, gpu::Error.
[[nodiscard]] DeviceOffscreenRenderer open_headless_renderer(RendererKind kind, std::optional<gpu::DeviceId> id,
                                                             const gpu::DeviceOptions& options,
                                                             const NoteHandler& note);

}  // namespace texelscope::app
