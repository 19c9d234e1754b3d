#include "render/window/glfw_library.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <dlfcn.h>
#include <fmt/format.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <mutex>
#include <system_error>
#include <thread>

#include "render/common/address_space.h"
#include "render/common/error.h"
#include "render/common/observed_call.h"

namespace texelscope::render {
namespace {

std::mutex count_mutex;
int use_count = 0;

std::string display_name() {
  const char* const display = std::getenv("DISPLAY");
  return display == nullptr ? std::string{} : display;
}

// Otherwise GLFW tries a Wayland compositor first, whose library then prints an error.
void choose_platform() {
#if GLFW_VERSION_MAJOR > 3 || GLFW_VERSION_MINOR >= 4
  const char* const folder = std::getenv("XDG_RUNTIME_DIR");
  std::error_code error;
  const bool has_wayland =
      std::getenv("WAYLAND_DISPLAY") != nullptr || std::getenv("WAYLAND_SOCKET") != nullptr ||
      (folder != nullptr && std::filesystem::exists(std::filesystem::path(folder) / "wayland-0", error));
  glfwInitHint(GLFW_PLATFORM, has_wayland ? GLFW_ANY_PLATFORM : GLFW_PLATFORM_X11);
#endif
}

// An X server without other clients (Xvfb) resets when the last client disconnects, and briefly rejects the next
// client.
bool initialize() {
  constexpr int attempts = 5;
  constexpr auto pause = std::chrono::milliseconds{30};
  const auto start = [] {
    return observed_call("glfwInit", GLFW_FALSE, "glfwInit failed", [] { return glfwInit(); }) == GLFW_TRUE;
  };
  choose_platform();
  bool is_ready = start();
  for (int i = 1; i < attempts && !is_ready && !display_name().empty(); ++i) {
    std::this_thread::sleep_for(pause);
    is_ready = start();
  }
  return is_ready;
}

}  // namespace

GlfwUse::GlfwUse() {
  const std::lock_guard lock{count_mutex};
  if (use_count == 0) {
    require_address_space("a window");
  }
  if (use_count == 0 && !initialize()) {
    const std::string display = display_name();
    throw Unavailable{
        fmt::format("cannot open a window: {} (DISPLAY is {}); start the program in a desktop session or under "
                    "xvfb-run, or work without a window",
                    last_glfw_error(), display.empty() ? "not set" : display)};
  }
  ++use_count;
}

GlfwUse::~GlfwUse() {
  const std::lock_guard lock{count_mutex};
  if (--use_count == 0) {
    glfwTerminate();
  }
}

// GLFW stores one error per thread until it is queried.
std::string last_glfw_error() {
  if (const std::string_view injected = take_injected_failure(); !injected.empty()) {
    return std::string{injected};
  }
  const char* text = nullptr;
  return glfwGetError(&text) == GLFW_NO_ERROR || text == nullptr ? std::string{} : std::string{text};
}

void clear_glfw_error() { glfwGetError(nullptr); }

// A GLFW built only for Wayland has no such function, and its header includes Xlib's.
unsigned long x11_number_of(GLFWwindow* window) {
  void* const library = dlopen("libglfw.so.3", RTLD_LAZY | RTLD_NOLOAD);
  if (library == nullptr) {
    return 0;
  }
  using Function = unsigned long(GLFWwindow*);
  auto* const number_of = reinterpret_cast<Function*>(dlsym(library, "glfwGetX11Window"));
  const unsigned long number = number_of != nullptr ? number_of(window) : 0;
  clear_glfw_error();
  dlclose(library);
  return number;
}

}  // namespace texelscope::render
