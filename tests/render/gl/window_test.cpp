#include "render/gl/window.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <glad/gl.h>

#include <array>
#include <cstdlib>

#include "render/gl/framebuffer.h"
#include "tests/render/gl/gl_fixture.h"

namespace texelscope::tests {
namespace {

using render::has_display;
using render::WindowEvents;
using render::WindowOptions;
using render::gl::Window;

class GlWindow : public testing::Test {
 protected:
  void SetUp() override {
    std::string reason;
    if (!has_display(reason)) {
      EXPECT_CONTAINS(reason, "DISPLAY");
      GTEST_SKIP() << reason;
    }
  }

  static WindowOptions options(int width, int height) { return {"texelscope test", width, height, true, false}; }

  /// Polls until a condition is met, for at most two seconds.
  template <typename Condition>
  static bool poll_until(Window& window, Condition condition) {
    for (int i = 0; i < 200 && !condition(); ++i) {
      (void)window.poll(0.01);
    }
    return condition();
  }
};

TEST_F(GlWindow, ShowsItsDrawing) {
  Window window{options(320, 200)};
  EXPECT_GE(window.info().major * 10 + window.info().minor, 45);
  EXPECT_GT(window.content_scale(), 0);
  EXPECT_FALSE(window.is_minimized());
  const std::array<float, 4> orange = {1, 0.5F, 0, 1};
  glClearBufferfv(GL_COLOR, 0, orange.data());
  std::array<std::byte, 4> pixel{};
  render::gl::read_framebuffer({160, 100, 1, 1}, pixel);
  window.swap();
  EXPECT_EQ(pixel[0], std::byte{255});
  EXPECT_NEAR(std::to_integer<int>(pixel[1]), 128, 1);
  EXPECT_EQ(pixel[2], std::byte{0});
}

TEST_F(GlWindow, HasTheRequestedSizeAndFollowsAResize) {
  Window window{options(320, 200)};
  const int scale = static_cast<int>(window.content_scale());
  EXPECT_EQ(window.framebuffer_width(), 320 * scale);
  EXPECT_EQ(window.framebuffer_height(), 200 * scale);
  glfwSetWindowSize(window.handle(), 400, 300);
  EXPECT_TRUE(
      poll_until(window, [&] { return window.framebuffer_width() == 400 && window.framebuffer_height() == 300; }));
  window.swap();
}

TEST_F(GlWindow, OpensAgainAfterTheLastOneClosed) {
  { const Window first{options(64, 64)}; }
  Window second{options(64, 64)};
  Window third{options(32, 32)};
  second.swap();
  third.swap();
}

TEST_F(GlWindow, CannotBeEmpty) {
  EXPECT_CONTAINS(error_of([] { const Window window{options(0, 200)}; }), "0 × 200");
}

TEST_F(GlWindow, ReportsARequestToCloseOnceAndStaysOpen) {
  Window window{options(64, 64)};
  const GLFWwindowclosefun on_close = glfwSetWindowCloseCallback(window.handle(), nullptr);
  on_close(window.handle());
  EXPECT_TRUE(window.poll().is_close_requested);
  EXPECT_FALSE(window.poll().is_close_requested);
  EXPECT_EQ(glfwWindowShouldClose(window.handle()), GLFW_FALSE);
}

// Invokes the callbacks like GLFW: a key, then its character.
TEST_F(GlWindow, JoinsAKeyWithTheCharacterItTypes) {
  Window window{options(64, 64)};
  (void)window.poll();
  const GLFWkeyfun on_key = glfwSetKeyCallback(window.handle(), nullptr);
  const GLFWcharfun on_character = glfwSetCharCallback(window.handle(), nullptr);
  on_key(window.handle(), GLFW_KEY_SLASH, 0, GLFW_PRESS, GLFW_MOD_SHIFT);
  on_character(window.handle(), U'?');
  on_key(window.handle(), GLFW_KEY_SLASH, 0, GLFW_RELEASE, GLFW_MOD_SHIFT);
  on_key(window.handle(), GLFW_KEY_F5, 0, GLFW_REPEAT, GLFW_MOD_CONTROL | GLFW_MOD_ALT);
  const WindowEvents events = window.poll();
  ASSERT_EQ(events.keys.size(), 2U);
  EXPECT_EQ(events.keys[0].key, GLFW_KEY_SLASH);
  EXPECT_EQ(events.keys[0].character, U'?');
  EXPECT_TRUE(events.keys[0].has_shift);
  EXPECT_FALSE(events.keys[0].is_repeat);
  EXPECT_EQ(events.keys[1].key, GLFW_KEY_F5);
  EXPECT_EQ(events.keys[1].character, U'\0');
  EXPECT_TRUE(events.keys[1].has_control && events.keys[1].has_alt && events.keys[1].is_repeat);
  EXPECT_TRUE(window.poll().keys.empty());
}

TEST_F(GlWindow, CountsTheEventsOfTheMouseAndTheKeyboard) {
  Window window{options(64, 64)};
  (void)window.poll();
  GLFWwindow* const handle = window.handle();
  glfwSetKeyCallback(handle, nullptr)(handle, GLFW_KEY_A, 0, GLFW_RELEASE, 0);
  EXPECT_EQ(window.poll().input_count, 1U);
  glfwSetMouseButtonCallback(handle, nullptr)(handle, GLFW_MOUSE_BUTTON_LEFT, GLFW_PRESS, 0);
  glfwSetCursorPosCallback(handle, nullptr)(handle, 3, 4);
  glfwSetScrollCallback(handle, nullptr)(handle, 0, 1);
  EXPECT_EQ(window.poll().input_count, 3U);
  EXPECT_EQ(window.poll().input_count, 0U);
}

TEST_F(GlWindow, CollectsDroppedFiles) {
  Window window{options(64, 64)};
  const GLFWdropfun on_drop = glfwSetDropCallback(window.handle(), nullptr);
  std::array<const char*, 2> paths = {"/a/b.png", "/c d.jpg"};
  on_drop(window.handle(), 2, paths.data());
  EXPECT_EQ(window.poll().dropped_files, (std::vector<std::string>{"/a/b.png", "/c d.jpg"}));
}

TEST(Display, IsExplainedIfItDoesNotRespond) {
  const char* const before = std::getenv("DISPLAY");
  const std::string saved = before == nullptr ? "" : before;
  setenv("DISPLAY", ":54321", 1);
  std::string reason;
  EXPECT_FALSE(has_display(reason));
  EXPECT_CONTAINS(reason, ":54321");
  EXPECT_CONTAINS(error_of([] { const Window window{WindowOptions{}}; }), "xvfb-run");
  if (before == nullptr) {
    unsetenv("DISPLAY");
  } else {
    setenv("DISPLAY", saved.c_str(), 1);
  }
}

}  // namespace
}  // namespace texelscope::tests
