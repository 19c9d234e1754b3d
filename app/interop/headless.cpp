#include "app/interop/headless.h"

#include <fmt/format.h>

#include <utility>

#include "app/interop/shared/share_gl.h"

namespace texelscope::app {

render::gl::EglContext open_context_for(const gpu::Device& device) {
  render::gl::EglChoice choice;
  if (device.id().kind == gpu::DeviceKind::cuda) {
    choice.cuda_ordinal = device.id().ordinal;
  }
  return render::gl::EglContext(choice);
}

Headless open_headless(gpu::Device device, const NoteHandler& note) {
  render::gl::EglContext egl = open_context_for(device);
  gpu::GLContext gl = share_gl(device, egl.loader());
  // The CPU device always goes through the host: nothing that a user could mend.
  if (device.id().kind == gpu::DeviceKind::cuda && gl.path() == gpu::InteropPath::through_host) {
    note(fmt::format("frames go through the host: {}", gl.reason()));
  }
  return {std::move(egl), std::move(device), std::move(gl)};
}

Headless open_headless(std::optional<gpu::DeviceId> id, const gpu::DeviceOptions& options, const NoteHandler& note) {
  ChosenDevice chosen = open_device(id, options);
  if (!chosen.note.empty()) {
    note(chosen.note);
  }
  return open_headless(std::move(chosen.device), note);
}

}  // namespace texelscope::app
