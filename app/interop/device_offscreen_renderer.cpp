#include "app/interop/device_offscreen_renderer.h"

#include <algorithm>
#include <utility>

#include "app/interop/shared/shared_gl_image.h"
#include "app/interop/shared/shared_vulkan_image.h"

namespace texelscope::app {

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

DeviceOffscreenRenderer open_headless_renderer(RendererKind kind, std::optional<gpu::DeviceId> id,
                                               const gpu::DeviceOptions& options, const NoteHandler& note) {
  if (kind == RendererKind::gl) {
    Headless gl = open_headless(id, options, note);
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

}  // namespace texelscope::app
