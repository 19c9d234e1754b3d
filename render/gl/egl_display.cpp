#include "render/gl/egl_display.h"

#include <fmt/format.h>

#include "render/common/error.h"
#include "render/common/observed_call.h"
#include "render/gl/debug.h"
#include "render/gl/egl_library.h"

namespace texelscope::render::gl {
namespace {

EGLConfig choose_config(EGLDisplay display) {
  if (has_extension(eglQueryString(display, EGL_EXTENSIONS), "EGL_KHR_no_config_context")) {
    return EGL_NO_CONFIG_KHR;
  }
  const EGLint wanted[] = {EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_NONE};
  EGLConfig config = nullptr;
  EGLint count = 0;
  const bool is_chosen = observed_call("eglChooseConfig", false, egl_bad_alloc, [&] {
    return eglChooseConfig(display, wanted, &config, 1, &count) == EGL_TRUE && count >= 1;
  });
  if (!is_chosen) {
    throw Unavailable{fmt::format("eglChooseConfig finds nothing that OpenGL draws to: {}", last_egl_error())};
  }
  return config;
}

}  // namespace

EGLDisplay open_egl_display(EGLenum platform, void* device) {
  load_egl();
  if (eglGetPlatformDisplayEXT == nullptr) {
    throw Unavailable{"EGL has no eglGetPlatformDisplayEXT: install libegl1 1.5 or newer"};
  }
  const EGLDisplay display = observed_call("eglGetPlatformDisplayEXT", EGLDisplay{EGL_NO_DISPLAY}, egl_bad_alloc,
                                           [&] { return eglGetPlatformDisplayEXT(platform, device, nullptr); });
  if (display == EGL_NO_DISPLAY) {
    throw Unavailable{fmt::format("eglGetPlatformDisplayEXT: {}", last_egl_error())};
  }
  if (observed_call("eglInitialize", EGLBoolean{EGL_FALSE}, egl_bad_alloc,
                    [&] { return eglInitialize(display, nullptr, nullptr); }) != EGL_TRUE) {
    throw Unavailable{fmt::format("eglInitialize: {}", last_egl_error())};
  }
  load_egl_functions(display);
  return display;
}

EGLContext create_egl_context(EGLDisplay display) {
  if (observed_call("eglBindAPI", EGLBoolean{EGL_FALSE}, egl_bad_alloc, [] { return eglBindAPI(EGL_OPENGL_API); }) !=
      EGL_TRUE) {
    throw Unavailable{
        fmt::format("eglBindAPI(EGL_OPENGL_API): {}; this EGL driver serves OpenGL ES only", last_egl_error())};
  }
  const EGLint attributes[] = {EGL_CONTEXT_MAJOR_VERSION,
                               4,
                               EGL_CONTEXT_MINOR_VERSION,
                               5,
                               EGL_CONTEXT_OPENGL_PROFILE_MASK,
                               EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT,
                               EGL_CONTEXT_OPENGL_DEBUG,
                               is_checked_build ? EGL_TRUE : EGL_FALSE,
                               EGL_NONE};
  const EGLConfig config = choose_config(display);
  const EGLContext context = observed_call("eglCreateContext", EGLContext{EGL_NO_CONTEXT}, egl_bad_alloc, [&] {
    return eglCreateContext(display, config, EGL_NO_CONTEXT, attributes);
  });
  if (context == EGL_NO_CONTEXT) {
    throw Unavailable{fmt::format("eglCreateContext for GL 4.5 core: {}", last_egl_error())};
  }
  return context;
}

}  // namespace texelscope::render::gl
