#include "render/window/x11_errors.h"

#include <dlfcn.h>

#include "render/gl/window.h"
#include "tests/render/gl/gl_fixture.h"

namespace texelscope::tests {
namespace {

// Xlib's header defines macros that break GoogleTest's.
using OpenDisplay = void*(const char* name);
using MapWindow = int(void* display, unsigned long window);
using Sync = int(void* display, int discards);
using CloseDisplay = int(void* display);

template <typename Function>
Function* find(void* library, const char* name) {
  return reinterpret_cast<Function*>(dlsym(library, name));
}

TEST(X11, ErrorsOfTheServerAreReportedAndDoNotEndTheProcess) {
  std::string reason;
  if (!render::has_display(reason)) {
    GTEST_SKIP() << reason;
  }
  // GLFW loads Xlib, and closes it with its last window, so this window keeps it loaded.
  render::gl::Window window{{"texelscope test", 64, 64, true, false}};
  void* const library = dlopen("libX11.so.6", RTLD_LAZY | RTLD_NOLOAD);
  if (library == nullptr) {
    GTEST_SKIP() << "GLFW does not use X11 here";
  }
  void* const display = find<OpenDisplay>(library, "XOpenDisplay")(nullptr);
  ASSERT_NE(display, nullptr);
  find<MapWindow>(library, "XMapWindow")(display, 0x7fffff);
  find<Sync>(library, "XSync")(display, 0);
  find<CloseDisplay>(library, "XCloseDisplay")(display);
  const std::vector<std::string> problems = window.poll().problems;
  ASSERT_EQ(problems.size(), 1U);
  EXPECT_CONTAINS(problems[0], "BadWindow");
  EXPECT_CONTAINS(problems[0], "0x7fffff");
  EXPECT_TRUE(window.poll().problems.empty());
}

}  // namespace
}  // namespace texelscope::tests
