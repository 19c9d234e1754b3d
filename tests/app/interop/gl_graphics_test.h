#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "gpu/graphics/gl_formats.h"
#include "render/common/error.h"
#include "render/gl/egl_context.h"
#include "tests/app/interop/gl_objects.h"
#include "tests/support/device_fixture.h"
#include "texelscope/gpu/error.h"
#include "texelscope/gpu/graphics_resource.h"

namespace texelscope::tests {

/// The size of the texture that make_texture() creates.
inline constexpr int gl_graphics_width = 13;
inline constexpr int gl_graphics_height = 7;

/// Graphics resources on a real GL context, once for each device. Fails a test that leaves a GL error behind.
class GLGraphicsTest : public DeviceTest {
 protected:
  void SetUp() override {
    DeviceTest::SetUp();
    try {
      render::gl::EglChoice choice;
      if (GetParam().kind == gpu::DeviceKind::cuda) {
        choice.cuda_ordinal = GetParam().ordinal;
      }
      egl_.emplace(choice);
    } catch (const render::Unavailable& error) {
      GTEST_SKIP() << error.what();
    }
    objects_.emplace(egl_->loader());
    context_.emplace(gpu::GLContext::from_current(device(), egl_->loader()));
    functions_ = gpu::graphics::load_gl_functions(egl_->loader());
  }
  void TearDown() override {
    if (objects_) {
      EXPECT_EQ(objects_->take_error(), static_cast<GLenum>(GL_NO_ERROR)) << "a GL error was left behind";
    }
    context_.reset();
    objects_.reset();
    DeviceTest::TearDown();
    egl_.reset();
  }

  [[nodiscard]] GLuint make_texture(GLenum format = GL_RGBA8) {
    return objects_->make_texture(GL_TEXTURE_2D, format, gl_graphics_width, gl_graphics_height);
  }
  [[nodiscard]] gpu::GraphicsResource share(GLuint name,
                                            gpu::GraphicsFlags flags = gpu::GraphicsFlags::surface_load_store) const {
    return gpu::GraphicsResource::from_gl_image(*context_, name, GL_TEXTURE_2D, flags);
  }
  [[nodiscard]] gpu::graphics::GLImage describe(GLuint name, GLenum target = GL_TEXTURE_2D) const {
    return gpu::graphics::describe_gl_image(*functions_, name, target);
  }
  [[nodiscard]] std::vector<std::byte> random_bytes(std::size_t count) {
    std::vector<std::byte> bytes(count);
    std::ranges::generate(bytes, [this] { return static_cast<std::byte>(random_()); });
    return bytes;
  }
  [[nodiscard]] std::vector<std::byte> read_gl(GLuint name) const { return objects_->read(describe(name), 0); }
  [[nodiscard]] std::string refusal(GLuint name, GLenum target,
                                    gpu::GraphicsFlags flags = gpu::GraphicsFlags::none) const {
    try {
      static_cast<void>(gpu::GraphicsResource::from_gl_image(*context_, name, target, flags));
    } catch (const gpu::InvalidArgument& error) {
      return error.what();
    }
    return "no refusal";
  }

  std::optional<render::gl::EglContext> egl_;
  std::optional<GLObjects> objects_;
  std::optional<gpu::GLContext> context_;
  std::unique_ptr<const gpu::graphics::GLFunctions> functions_;
  std::mt19937 random_{3};
};

}  // namespace texelscope::tests
