#include "render/gl/glfw_library.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <fmt/format.h>

#include <cstdlib>
#include <mutex>

#include "render/common/error.h"

namespace texelscope::render::gl {
namespace {

std::mutex count_mutex;
int use_count = 0;

std::string display_name() {
  const char* const display = std::getenv("DISPLAY");
  return display == nullptr || *display == '\0' ? "DISPLAY is not set" : fmt::format("DISPLAY is '{}'", display);
}

}  // namespace

GlfwUse::GlfwUse() {
  const std::lock_guard lock{count_mutex};
  if (use_count == 0) {
    if (glfwInit() != GLFW_TRUE) {
      throw Unavailable{fmt::format("no window can be opened here: {} ({}); start it in a desktop session or under xvfb-run, or "
                                    "work without a window",
                                    last_glfw_error(), display_name())};
    }
  }
  ++use_count;
}

GlfwUse::~GlfwUse() {
  const std::lock_guard lock{count_mutex};
  if (--use_count == 0) {
    glfwTerminate();
  }
}

// GLFW keeps one error for each thread until it is asked.
std::string last_glfw_error() {
  const char* text = nullptr;
  return glfwGetError(&text) == GLFW_NO_ERROR || text == nullptr ? std::string{} : std::string{text};
}

void clear_glfw_error() { glfwGetError(nullptr); }

}  // namespace texelscope::render::gl
