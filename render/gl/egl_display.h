#pragma once

#include <glad/egl.h>

namespace texelscope::render::gl {

/// The initialised EGL display of a device; `device` may be null for the surfaceless platform. EGL has one display
/// for all who ask for the same device, and eglTerminate would end it for every one of them: it lives as long as the
/// process.
/// @throws Unavailable, with the EGL call that failed.
[[nodiscard]] EGLDisplay open_egl_display(EGLenum platform, void* device);

/// A GL 4.5 core context without surfaces. Not current anywhere. @throws Unavailable, with the EGL call that failed.
[[nodiscard]] EGLContext create_egl_context(EGLDisplay display);

}  // namespace texelscope::render::gl
