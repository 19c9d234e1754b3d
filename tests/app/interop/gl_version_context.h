#pragma once

#include <glad/egl.h>

#include <array>
#include <optional>
#include <string>

#include "render/common/error.h"
#include "render/gl/egl_library.h"

namespace texelscope::tests {

enum class GLApi { core, compatibility, es };

/// A windowless context of OpenGL 3.3 or OpenGL ES 3.1, or of the version that the driver returns for that request. It
/// is current on this thread during its lifetime. The program itself requests 4.5.
class GLVersionContext {
 public:
  /// Runs on the GPU of this CUDA device, or in software if there is no ordinal. The context shares objects with
  /// `share`. @throws render::Unavailable, naming the call.
  GLVersionContext(GLApi api, std::optional<int> cuda_ordinal, const GLVersionContext* share = nullptr) {
    display_ = share != nullptr ? share->display_ : open_display(cuda_ordinal);
    const bool is_es = api == GLApi::es;
    require(eglBindAPI(is_es ? EGL_OPENGL_ES_API : EGL_OPENGL_API) == EGL_TRUE, "eglBindAPI");
    const std::array<EGLint, 7> attributes{
        EGL_CONTEXT_MAJOR_VERSION,
        3,
        EGL_CONTEXT_MINOR_VERSION,
        is_es ? 1 : 3,
        is_es ? static_cast<EGLint>(EGL_NONE) : EGL_CONTEXT_OPENGL_PROFILE_MASK,
        api == GLApi::core ? EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT : EGL_CONTEXT_OPENGL_COMPATIBILITY_PROFILE_BIT,
        EGL_NONE};
    context_ = eglCreateContext(display_, EGL_NO_CONFIG_KHR, share != nullptr ? share->context_ : EGL_NO_CONTEXT,
                                attributes.data());
    require(context_ != EGL_NO_CONTEXT, "eglCreateContext");
    make_current();
  }
  ~GLVersionContext() {
    eglMakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    eglDestroyContext(display_, context_);
    // Other code on this thread expects OpenGL to be bound.
    eglBindAPI(EGL_OPENGL_API);
  }
  GLVersionContext(const GLVersionContext&) = delete;
  GLVersionContext& operator=(const GLVersionContext&) = delete;

  void make_current() const {
    require(eglMakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, context_) == EGL_TRUE, "eglMakeCurrent");
  }

 private:
  static void require(bool is_done, const char* call) {
    if (!is_done) {
      throw render::Unavailable{std::string{call} + ": " + render::gl::last_egl_error()};
    }
  }
  static EGLDisplay open_display(std::optional<int> cuda_ordinal) {
    render::gl::load_egl();
    for (const auto& device : render::gl::enumerate_egl_devices()) {
      if (cuda_ordinal ? device.facts.cuda_ordinal == cuda_ordinal : device.facts.is_software) {
        const EGLDisplay display = eglGetPlatformDisplayEXT(EGL_PLATFORM_DEVICE_EXT, device.handle, nullptr);
        require(display != EGL_NO_DISPLAY && eglInitialize(display, nullptr, nullptr) == EGL_TRUE, "eglInitialize");
        render::gl::load_egl_functions(display);
        return display;
      }
    }
    throw render::Unavailable{cuda_ordinal ? "no EGL device here is a CUDA device"
                                           : "there is no software EGL device here"};
  }

  EGLDisplay display_ = EGL_NO_DISPLAY;
  EGLContext context_ = EGL_NO_CONTEXT;
};

}  // namespace texelscope::tests
