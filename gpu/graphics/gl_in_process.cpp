#include <dlfcn.h>

#include <array>

#include "gpu/graphics/gl_functions.h"
#include "texelscope/gpu/error.h"

namespace texelscope::gpu::graphics {

namespace {

/// One of the two libraries through which programs create GL contexts on Linux.
struct WindowSystemLibrary {
  std::array<const char*, 2> files;
  const char* get_current_context;
  const char* get_function;
  /// The library for functions that `get_function` does not find: EGL before 1.5 without EGL_KHR_get_all_proc_addresses
  /// returns only extensions.
  std::array<const char*, 2> client_files;
};

constexpr std::array libraries{
    WindowSystemLibrary{{"libEGL.so.1", "libEGL.so"},
                        "eglGetCurrentContext",
                        "eglGetProcAddress",
                        {"libOpenGL.so.0", "libGLESv2.so.2"}},
    WindowSystemLibrary{{"libGLX.so.0", "libGL.so.1"},
                        "glXGetCurrentContext",
                        "glXGetProcAddressARB",
                        {"libGL.so.1", "libOpenGL.so.0"}},
};

/// The library if the process has already loaded it; it then stays loaded. This also finds a library that was opened
/// locally, as windowing libraries open it.
void* find_loaded(const char* file) { return dlopen(file, RTLD_LAZY | RTLD_NOLOAD); }

using GetCurrentContext = void* (*)();
using GetFunction = void (*(*)(const char*))();

struct FoundFunctions {
  GetFunction get_function = nullptr;
  void* client_library = nullptr;

  void* operator()(const char* name) const {
    if (const auto found = get_function(name); found != nullptr) {
      return reinterpret_cast<void*>(found);
    }
    return client_library == nullptr ? nullptr : dlsym(client_library, name);
  }
};

}  // namespace

GLLoader find_gl_in_process() {
  for (const WindowSystemLibrary& library : libraries) {
    for (const char* const file : library.files) {
      void* const loaded = find_loaded(file);
      if (loaded == nullptr) {
        continue;
      }
      const auto get_current = reinterpret_cast<GetCurrentContext>(dlsym(loaded, library.get_current_context));
      const auto get_function = reinterpret_cast<GetFunction>(dlsym(loaded, library.get_function));
      if (get_current == nullptr || get_function == nullptr || get_current() == nullptr) {
        continue;
      }
      FoundFunctions found{get_function, nullptr};
      for (const char* const client_file : library.client_files) {
        found.client_library = found.client_library != nullptr ? found.client_library : find_loaded(client_file);
      }
      return found;
    }
  }
  throw Unavailable(
      "no GL context is current on this thread, through EGL or GLX; make one current first, or pass the loader of the "
      "library that created it, such as glfwGetProcAddress, eglGetProcAddress or SDL_GL_GetProcAddress");
}

}  // namespace texelscope::gpu::graphics
