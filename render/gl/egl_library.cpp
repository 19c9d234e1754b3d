#include "render/gl/egl_library.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <array>
#include <mutex>
#include <string_view>

#include "render/common/address_space.h"
#include "render/common/error.h"
#include "render/common/observed_call.h"

namespace texelscope::render::gl {
namespace {

// glad opens the default display to query EGL's version. That may connect to an X server and wait for it.
EGLDisplay EGLAPIENTRY no_default_display(EGLNativeDisplayType /*display*/) { return EGL_NO_DISPLAY; }

struct Library {
  void* handle = nullptr;
  PFNEGLGETPROCADDRESSPROC find = nullptr;
};

Library& library() {
  static Library opened;
  return opened;
}

std::mutex& library_mutex() {
  static std::mutex mutex;
  return mutex;
}

GLADapiproc find_function(void* /*user*/, const char* name) {
  if (std::string_view{name} == "eglGetDisplay") {
    return reinterpret_cast<GLADapiproc>(no_default_display);
  }
  if (void* const exported = dlsym(library().handle, name); exported != nullptr) {
    return reinterpret_cast<GLADapiproc>(exported);
  }
  return reinterpret_cast<GLADapiproc>(library().find(name));
}

std::string describe(EGLDeviceEXT device, const char* extensions) {
  if (has_extension(extensions, "EGL_EXT_device_query_name")) {
    const char* const renderer = eglQueryDeviceStringEXT(device, EGL_RENDERER_EXT);
    const char* const vendor = eglQueryDeviceStringEXT(device, EGL_VENDOR);
    if (renderer != nullptr && vendor != nullptr) {
      return fmt::format("{} ({})", renderer, vendor);
    }
  }
  if (has_extension(extensions, "EGL_EXT_device_drm")) {
    const char* const file = eglQueryDeviceStringEXT(device, EGL_DRM_DEVICE_FILE_EXT);
    if (file != nullptr) {
      return file;
    }
  }
  return {};
}

EglDevice query(EGLDeviceEXT device, int position) {
  const char* const extensions = eglQueryDeviceStringEXT(device, EGL_EXTENSIONS);
  EglDevice facts;
  facts.is_software = has_extension(extensions, "EGL_MESA_device_software");
  EGLAttrib ordinal = 0;
  if (has_extension(extensions, "EGL_NV_device_cuda") &&
      eglQueryDeviceAttribEXT(device, EGL_CUDA_DEVICE_NV, &ordinal) == EGL_TRUE) {
    facts.cuda_ordinal = static_cast<int>(ordinal);
  }
  const std::string description = describe(device, extensions);
  facts.description = fmt::format("EGL device {}", position);
  if (facts.is_software) {
    facts.description += ", software";
  }
  if (facts.cuda_ordinal) {
    facts.description += fmt::format(", CUDA device {}", *facts.cuda_ordinal);
  }
  if (!description.empty()) {
    facts.description += fmt::format(": {}", description);
  }
  return facts;
}

}  // namespace

void load_egl() {
  const std::lock_guard lock{library_mutex()};
  Library& opened = library();
  if (opened.find != nullptr) {
    return;
  }
  require_address_space("EGL");
  opened.handle = dlopen("libEGL.so.1", RTLD_NOW | RTLD_LOCAL);
  if (opened.handle == nullptr) {
    throw Unavailable{
        fmt::format("EGL cannot be loaded ({}): install libegl1 and a driver, such as libgl1-mesa-dri", dlerror())};
  }
  const auto find = reinterpret_cast<PFNEGLGETPROCADDRESSPROC>(dlsym(opened.handle, "eglGetProcAddress"));
  if (find == nullptr) {
    throw Unavailable{"libEGL.so.1 has no eglGetProcAddress: reinstall libegl1"};
  }
  opened.find = find;
  if (gladLoadEGLUserPtr(EGL_NO_DISPLAY, find_function, nullptr) == 0) {
    opened.find = nullptr;
    throw Unavailable{"EGL lists no client extensions: it is too old; install libegl1 1.5 or newer"};
  }
}

void load_egl_functions(EGLDisplay display) {
  const std::lock_guard lock{library_mutex()};
  if (eglBindAPI != nullptr && eglCreateContext != nullptr) {
    return;
  }
  if (gladLoadEGLUserPtr(display, find_function, nullptr) == 0) {
    throw Unavailable{fmt::format("EGL lists no extensions for an initialized display: {}", last_egl_error())};
  }
}

std::string last_egl_error() {
  if (const std::string_view injected = take_injected_failure(); !injected.empty()) {
    return fmt::format("{} (0x{:04x})", injected, EGL_BAD_ALLOC);
  }
  static constexpr std::array<std::string_view, 15> names = {
      "EGL_SUCCESS",       "EGL_NOT_INITIALIZED", "EGL_BAD_ACCESS",        "EGL_BAD_ALLOC",
      "EGL_BAD_ATTRIBUTE", "EGL_BAD_CONFIG",      "EGL_BAD_CONTEXT",       "EGL_BAD_CURRENT_SURFACE",
      "EGL_BAD_DISPLAY",   "EGL_BAD_MATCH",       "EGL_BAD_NATIVE_PIXMAP", "EGL_BAD_NATIVE_WINDOW",
      "EGL_BAD_PARAMETER", "EGL_BAD_SURFACE",     "EGL_CONTEXT_LOST"};
  const EGLint code = eglGetError();
  const auto index = static_cast<std::size_t>(code - EGL_SUCCESS);
  return fmt::format("{} (0x{:04x})", index < names.size() ? names[index] : "a driver-specific error", code);
}

bool has_extension(const char* extensions, const char* name) {
  const std::string padded = fmt::format(" {} ", extensions == nullptr ? "" : extensions);
  return padded.find(fmt::format(" {} ", name)) != std::string::npos;
}

std::vector<EnumeratedDevice> enumerate_egl_devices() {
  load_egl();
  if (eglQueryDevicesEXT == nullptr || eglQueryDeviceStringEXT == nullptr || eglQueryDeviceAttribEXT == nullptr) {
    throw Unavailable{"EGL cannot list its devices (no EGL_EXT_device_enumeration): install libegl1 1.5 or newer"};
  }
  EGLint count = 0;
  const auto query_devices = [&](EGLDeviceEXT* handles) {
    return observed_call("eglQueryDevicesEXT", EGLBoolean{EGL_FALSE}, egl_bad_alloc,
                         [&] { return eglQueryDevicesEXT(count, handles, &count); }) == EGL_TRUE;
  };
  if (!query_devices(nullptr) || count < 1) {
    throw Unavailable{
        fmt::format("EGL lists no devices (eglQueryDevicesEXT: {}): install a driver, such as "
                    "libgl1-mesa-dri",
                    last_egl_error())};
  }
  std::vector<EGLDeviceEXT> handles(static_cast<std::size_t>(count));
  if (!query_devices(handles.data())) {
    throw Unavailable{fmt::format("eglQueryDevicesEXT failed: {}", last_egl_error())};
  }
  handles.resize(static_cast<std::size_t>(count));
  std::vector<EnumeratedDevice> devices;
  for (int i = 0; i < count; ++i) {
    const EGLDeviceEXT handle = handles[static_cast<std::size_t>(i)];
    devices.push_back({handle, query(handle, i)});
  }
  return devices;
}

std::vector<EglDevice> find_egl_devices(std::string& reason) {
  try {
    std::vector<EglDevice> facts;
    for (const EnumeratedDevice& device : enumerate_egl_devices()) {
      facts.push_back(device.facts);
    }
    reason.clear();
    return facts;
  } catch (const std::exception& error) {
    reason = error.what();
    return {};
  }
}

}  // namespace texelscope::render::gl
