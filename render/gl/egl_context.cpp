#include "render/gl/egl_context.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <glad/egl.h>

#include "render/common/error.h"
#include "render/common/observed_call.h"
#include "render/gl/debug.h"
#include "render/gl/egl_library.h"

namespace texelscope::render::gl {

struct EglContext::State {
  EGLDisplay display = EGL_NO_DISPLAY;
  EGLContext context = EGL_NO_CONTEXT;
  EglDevice device;
  ContextInfo info;

  ~State() {
    if (context == EGL_NO_CONTEXT) {
      return;
    }
    if (eglGetCurrentContext() == context) {
      eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    }
    eglDestroyContext(display, context);
  }
};

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
    throw Unavailable{fmt::format("eglChooseConfig found no configuration for OpenGL: {}", last_egl_error())};
  }
  return config;
}

/// The initialized EGL display of a device; `device` may be null for the surfaceless platform. EGL shares one display
/// among all users of a device, and eglTerminate would end it for all of them, so it lives as long as the process.
/// @throws Unavailable, with the EGL call that failed.
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

/// A GL 4.5 core context without surfaces. Not current anywhere. @throws Unavailable, with the EGL call that failed.
EGLContext create_egl_context(EGLDisplay display) {
  if (observed_call("eglBindAPI", EGLBoolean{EGL_FALSE}, egl_bad_alloc, [] { return eglBindAPI(EGL_OPENGL_API); }) !=
      EGL_TRUE) {
    throw Unavailable{
        fmt::format("eglBindAPI(EGL_OPENGL_API): {}; this EGL driver supports only OpenGL ES", last_egl_error())};
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

void* find_gl_function(const char* name) { return reinterpret_cast<void*>(eglGetProcAddress(name)); }

bool make_current_without_surface(EGLDisplay display, EGLContext context) {
  return observed_call("eglMakeCurrent", EGLBoolean{EGL_FALSE}, egl_bad_alloc,
                       [&] { return eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context); }) == EGL_TRUE;
}

/// One candidate device for a context.
struct Candidate {
  EGLenum platform = 0;
  EGLDeviceEXT handle = EGL_NO_DEVICE_EXT;
  EglDevice facts;
};

// In order of preference. An error while listing is the first entry of `attempts`.
std::vector<Candidate> list_candidates(const EglChoice& choice, std::vector<std::string>& attempts) {
  std::vector<EnumeratedDevice> devices;
  try {
    devices = enumerate_egl_devices();
  } catch (const Unavailable& error) {
    attempts.emplace_back(error.what());
  }
  const auto is_asked_for = [&](const EglDevice& facts) {
    return choice.cuda_ordinal.has_value() && facts.cuda_ordinal == choice.cuda_ordinal;
  };
  std::vector<Candidate> candidates;
  const auto add_if = [&](const auto& condition) {
    for (const EnumeratedDevice& device : devices) {
      if (condition(device.facts)) {
        candidates.push_back({EGL_PLATFORM_DEVICE_EXT, device.handle, device.facts});
      }
    }
  };
  add_if(is_asked_for);
  add_if([&](const EglDevice& facts) { return !is_asked_for(facts) && facts.is_software; });
  add_if([&](const EglDevice& facts) { return !is_asked_for(facts) && !facts.is_software; });
  if (has_extension(eglQueryString == nullptr ? nullptr : eglQueryString(EGL_NO_DISPLAY, EGL_EXTENSIONS),
                    "EGL_MESA_platform_surfaceless")) {
    candidates.push_back(
        {EGL_PLATFORM_SURFACELESS_MESA, EGL_NO_DEVICE_EXT, {"EGL's surfaceless platform", std::nullopt, false}});
  }
  return candidates;
}

}  // namespace

EglContext::EglContext(const EglChoice& choice) {
  std::vector<std::string> attempts;
  for (Candidate& candidate : list_candidates(choice, attempts)) {
    try {
      auto state = std::make_unique<State>();
      state->display = open_egl_display(candidate.platform, candidate.handle);
      state->context = create_egl_context(state->display);
      if (!make_current_without_surface(state->display, state->context)) {
        throw Unavailable{fmt::format("eglMakeCurrent without a surface: {}", last_egl_error())};
      }
      state->info = load_gl(find_gl_function);
      state->device = std::move(candidate.facts);
      // The device behind the surfaceless platform is known only through GL.
      state->device.is_software = state->device.is_software || state->info.is_software;
      state_ = std::move(state);
      return;
    } catch (const Unavailable& error) {
      attempts.push_back(fmt::format("{}: {}", candidate.facts.description, error.what()));
    }
  }
  throw Unavailable{fmt::format(
      "cannot create an OpenGL 4.5 core context without a window. Tried: {}. Install a driver (libegl1 and "
      "libgl1-mesa-dri provide a software renderer)",
      attempts.empty() ? "nothing, because EGL lists no device" : fmt::format("{}", fmt::join(attempts, "; ")))};
}

EglContext::~EglContext() = default;
EglContext::EglContext(EglContext&&) noexcept = default;
EglContext& EglContext::operator=(EglContext&&) noexcept = default;

const ContextInfo& EglContext::info() const noexcept { return state_->info; }

const EglDevice& EglContext::device() const noexcept { return state_->device; }

Loader EglContext::loader() const noexcept { return find_gl_function; }

}  // namespace texelscope::render::gl
