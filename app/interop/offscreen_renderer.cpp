#include "app/interop/offscreen_renderer.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "app/interop/shared/shared_gl_image.h"
#include "app/interop/shared/shared_vulkan_image.h"
#include "render/common/error.h"
#include "render/gl/context_info.h"
#include "render/vulkan/context/validation.h"
#include "texelscope/gpu/error.h"

namespace texelscope::app {

render::gl::EglContext open_context_for(const gpu::Device& device) {
  render::gl::EglChoice choice;
  if (device.id().kind == gpu::DeviceKind::cuda) {
    choice.cuda_ordinal = device.id().ordinal;
  }
  return render::gl::EglContext(choice);
}

DeviceOffscreenGL open_offscreen_gl(gpu::Device device, const NoteHandler& note) {
  render::gl::EglContext egl = open_context_for(device);
  gpu::GLContext gl = share_gl(device, egl.loader());
  // The CPU device always copies through the host; a user cannot change that.
  if (device.id().kind == gpu::DeviceKind::cuda && gl.path() == gpu::InteropPath::through_host) {
    note(fmt::format("frames are copied through the host: {}", gl.reason()));
  }
  return {std::move(egl), std::move(device), std::move(gl)};
}

DeviceOffscreenGL open_offscreen_gl(std::optional<gpu::DeviceId> id, const gpu::DeviceOptions& options,
                                    const NoteHandler& note) {
  ChosenDevice chosen = open_device(id, options);
  if (!chosen.note.empty()) {
    note(chosen.note);
  }
  return open_offscreen_gl(std::move(chosen.device), note);
}

render::vulkan::Context open_vulkan_for(const gpu::Device& device, bool has_window) {
  render::vulkan::DeviceChoice choice;
  choice.has_window = has_window;
  if (device.id().kind == gpu::DeviceKind::cuda) {
    choice.uuid.emplace();
    std::ranges::transform(device.properties().uuid, choice.uuid->begin(),
                           [](std::uint8_t byte) { return std::byte{byte}; });
  }
  return render::vulkan::Context(choice);
}

DeviceOffscreenRenderer open_offscreen_renderer(RendererKind kind, std::optional<gpu::DeviceId> id,
                                                const gpu::DeviceOptions& options, const NoteHandler& note) {
  if (kind == RendererKind::gl) {
    DeviceOffscreenGL gl = open_offscreen_gl(id, options, note);
    const gpu::Device device = gl.device;
    auto images = share_gl_images(gl.gl);
    return {std::move(gl), std::nullopt, device, std::move(images)};
  }
  ChosenDevice chosen = open_device(id, options);
  if (!chosen.note.empty()) {
    note(chosen.note);
  }
  render::vulkan::Context vulkan = open_vulkan_for(chosen.device);
  auto images = share_vulkan_images(vulkan, chosen.device);
  return {std::nullopt, std::move(vulkan), std::move(chosen.device), std::move(images)};
}

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
  // GL reports leaks while its context exists; the validation layers report them when the device is destroyed.
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
