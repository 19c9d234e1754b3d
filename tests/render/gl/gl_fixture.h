#pragma once

#include <glad/egl.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "render/common/error.h"
#include "render/gl/debug.h"
#include "render/gl/egl_context.h"
#include "render/gl/texture.h"
#include "tests/support/counting_bytes.h"

namespace texelscope::tests {

/// Runs a test in a windowless GL context, skips it with the reason if there is none, and fails it if GL reports an
/// error that the test does not expect.
class GlTest : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    try {
      context_ = std::make_unique<render::gl::EglContext>(render::gl::EglChoice{});
      display_ = eglGetCurrentDisplay();
      handle_ = eglGetCurrentContext();
    } catch (const render::Unavailable& error) {
      reason_ = error.what();
    }
  }

  static void TearDownTestSuite() { context_.reset(); }

  void SetUp() override {
    if (!context_) {
      GTEST_SKIP() << reason_;
    }
    make_current();
    debug_log_.emplace();
  }

  void TearDown() override {
    if (debug_log_) {
      for (const std::string& error : debug_log_->take()) {
        ADD_FAILURE() << "unexpected GL error: " << error;
      }
      debug_log_.reset();
    }
  }

  [[nodiscard]] const render::gl::EglContext& context() const { return *context_; }
  /// Makes this context current again after others were created, because creating a context makes it current.
  static void make_current() {
    if (eglMakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, handle_) != EGL_TRUE) {
      throw render::Error{"the test's GL context cannot be made current"};
    }
  }
  /// For tests that provoke GL errors.
  [[nodiscard]] std::vector<std::string> take_gl_errors() { return debug_log_->take(); }

 private:
  inline static std::unique_ptr<render::gl::EglContext> context_;
  inline static EGLDisplay display_ = EGL_NO_DISPLAY;
  inline static EGLContext handle_ = EGL_NO_CONTEXT;
  inline static std::string reason_;
  std::optional<render::gl::DebugLog> debug_log_;
};

/// The message of the render::Error that `action` throws; fails the test and returns nothing when it throws none.
template <typename Action>
std::string error_of(Action&& action) {
  try {
    action();
  } catch (const render::Error& error) {
    return error.what();
  }
  ADD_FAILURE() << "no render::Error was thrown";
  return {};
}

/// Checks that a text contains a part, showing both when it does not.
#define EXPECT_CONTAINS(text, part) \
  EXPECT_NE(std::string{text}.find(part), std::string::npos) << "'" << (text) << "' lacks '" << (part) << "'"

}  // namespace texelscope::tests
