#include "render/gl/egl_context.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "render/common/error.h"
#include "render/common/observed_call.h"
#include "render/gl/egl_display.h"
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

void* find_gl_function(const char* name) { return reinterpret_cast<void*>(eglGetProcAddress(name)); }

bool make_current_without_surface(EGLDisplay display, EGLContext context) {
  return observed_call("eglMakeCurrent", EGLBoolean{EGL_FALSE}, egl_bad_alloc,
                       [&] { return eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context); }) == EGL_TRUE;
}

/// One way to get a context.
struct Candidate {
  EGLenum platform = 0;
  EGLDeviceEXT handle = EGL_NO_DEVICE_EXT;
  EglDevice facts;
};

// The order is the preference. What goes wrong while listing is the first entry of `attempts`.
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
      // The device behind the surfaceless platform is known through GL alone.
      state->device.is_software = state->device.is_software || state->info.is_software;
      state_ = std::move(state);
      return;
    } catch (const Unavailable& error) {
      attempts.push_back(fmt::format("{}: {}", candidate.facts.description, error.what()));
    }
  }
  throw Unavailable{fmt::format(
      "no OpenGL 4.5 core context without a window. Tried: {}. Install a driver (libegl1 and "
      "libgl1-mesa-dri bring a software renderer)",
      attempts.empty() ? "nothing, since EGL offers no device" : fmt::format("{}", fmt::join(attempts, "; ")))};
}

EglContext::~EglContext() = default;
EglContext::EglContext(EglContext&&) noexcept = default;
EglContext& EglContext::operator=(EglContext&&) noexcept = default;

const ContextInfo& EglContext::info() const noexcept { return state_->info; }

const EglDevice& EglContext::device() const noexcept { return state_->device; }

Loader EglContext::loader() const noexcept { return find_gl_function; }

void EglContext::make_current() const {
  if (!make_current_without_surface(state_->display, state_->context)) {
    throw Error{fmt::format(
        "cannot make the GL context of {} current on this thread (eglMakeCurrent): {}; is it current on another one?",
        state_->device.description, last_egl_error())};
  }
}

}  // namespace texelscope::render::gl
