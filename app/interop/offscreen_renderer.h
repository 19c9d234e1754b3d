#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/device/device_choice.h"
#include "app/device/renderer_kind.h"
#include "app/interop/shared/shared_image.h"
#include "render/gl/egl_context.h"
#include "render/vulkan/context/context.h"
#include "texelscope/gpu/gl_context.h"

namespace texelscope::app {

/// A device and a GL context without a window, on the thread that opened them.
struct DeviceOffscreenGL {
  // Destroyed from the last to the first: GL objects before their context.
  render::gl::EglContext egl;
  gpu::Device device;
  gpu::GLContext gl;
};

/// Opens only the GL context, current on this thread. @throws render::Unavailable.
[[nodiscard]] render::gl::EglContext open_context_for(const gpu::Device& device);

/// Receives notes for the user: the chosen device, and why pixels are copied through the host.
using NoteHandler = std::function<void(std::string_view)>;

/// A windowless GL context for the device: on the same GPU if possible, otherwise in software, through the host.
/// @throws render::Unavailable, gpu::Error.
[[nodiscard]] DeviceOffscreenGL open_offscreen_gl(gpu::Device device, const NoteHandler& note);

/// Opens the device first.
[[nodiscard]] DeviceOffscreenGL open_offscreen_gl(std::optional<gpu::DeviceId> id, const gpu::DeviceOptions& options,
                                                  const NoteHandler& note);

/// A device, a renderer without a window, and the images they share, on the thread that opened them.
struct DeviceOffscreenRenderer {
  // Destroyed from the last to the first.
  std::optional<DeviceOffscreenGL> gl;
  std::optional<render::vulkan::Context> vulkan;
  gpu::Device device;
  std::shared_ptr<const ImageSharing> images;
};

/// The Vulkan device for the GPU of the CUDA device, or any Vulkan device for the CPU device. @throws
/// render::Unavailable, render::Error.
[[nodiscard]] render::vulkan::Context open_vulkan_for(const gpu::Device& device, bool has_window = false);

/// Opens the device and then the renderer. @throws render::Unavailable, render::Error, gpu::Error.
[[nodiscard]] DeviceOffscreenRenderer open_offscreen_renderer(RendererKind kind, std::optional<gpu::DeviceId> id,
                                                              const gpu::DeviceOptions& options,
                                                              const NoteHandler& note);

/// A renderer without a window; any number of devices may share its images: for trials, which open devices repeatedly.
/// Use it only on the thread that opened it.
class OffscreenRenderer {
 public:
  /// Runs on the GPU of `device`, or in software for the CPU device. @throws render::Unavailable without GL,
  /// gpu::Unavailable without Vulkan; render::Error.
  OffscreenRenderer(RendererKind kind, const gpu::Device& device);

  /// @throws gpu::Error, render::Error.
  [[nodiscard]] std::shared_ptr<const ImageSharing> share(const gpu::Device& device) const;

  /// Closes the renderer, and returns leaks and errors: GL's objects in its context, and messages of Vulkan's
  /// validation layers, if enabled.
  [[nodiscard]] static std::vector<std::string> end(std::optional<OffscreenRenderer>& renderer);

 private:
  std::optional<render::gl::EglContext> gl_;
  std::optional<render::vulkan::Context> vulkan_;
};

}  // namespace texelscope::app
