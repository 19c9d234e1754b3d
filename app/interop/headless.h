#pragma once

#include <functional>
#include <optional>
#include <string_view>

#include "app/device/device_choice.h"
#include "render/gl/egl_context.h"
#include "texelscope/gpu/gl_context.h"

namespace texelscope::app {

/// A device and a GL context without a window, on the thread that opened them.
struct Headless {
  // Destroyed from the last to the first: GL objects go before their context.
  render::gl::EglContext egl;
  gpu::Device device;
  gpu::GLContext gl;
};

/// The GL context alone, current on this thread. @throws render::Unavailable.
[[nodiscard]] render::gl::EglContext open_context_for(const gpu::Device& device);

/// Called with what the user should know: which device was chosen, why pixels go through the host.
using NoteHandler = std::function<void(std::string_view)>;

/// A windowless GL context for the device: on the same GPU where there is one, else in software, through the host.
/// @throws render::Unavailable, gpu::Error.
[[nodiscard]] Headless open_headless(gpu::Device device, const NoteHandler& note);

/// Opens the device first.
[[nodiscard]] Headless open_headless(std::optional<gpu::DeviceId> id, const gpu::DeviceOptions& options,
                                     const NoteHandler& note);

}  // namespace texelscope::app
