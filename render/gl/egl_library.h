#pragma once

#include <glad/egl.h>

#include <string>
#include <string_view>
#include <vector>

#include "render/gl/egl_context.h"

namespace texelscope::render::gl {

/// Loads libEGL once for the process; it stays loaded, because drivers do not support unloading. @throws Unavailable if
/// it is missing, with the package to install.
void load_egl();

/// Loads, once for the process, the functions that some EGL libraries provide only after a display was initialized.
void load_egl_functions(EGLDisplay display);

/// The error of EGL calls that an observer fails.
inline constexpr std::string_view egl_bad_alloc = "EGL_BAD_ALLOC";

/// "EGL_BAD_ALLOC (0x3003)" of the last failed EGL call on this thread.
[[nodiscard]] std::string last_egl_error();

/// Whether a space-separated list of extensions contains this extension; null is an empty list.
[[nodiscard]] bool has_extension(const char* extensions, const char* name);

/// A device of EGL with its handle.
struct EnumeratedDevice {
  EGLDeviceEXT handle = EGL_NO_DEVICE_EXT;
  EglDevice facts;
};

/// @throws Unavailable when EGL is missing or cannot list devices.
[[nodiscard]] std::vector<EnumeratedDevice> enumerate_egl_devices();

}  // namespace texelscope::render::gl
