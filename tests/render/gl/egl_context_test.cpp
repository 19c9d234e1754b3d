#include "render/gl/egl_context.h"

#include <glad/gl.h>

#include <algorithm>
#include <thread>

#include "render/common/error.h"
#include "render/gl/egl_library.h"
#include "render/gl/framebuffer.h"
#include "render/vulkan/context/context.h"
#include "tests/render/gl/gl_fixture.h"

namespace texelscope::tests {
namespace {

using render::gl::EglChoice;
using render::gl::EglContext;
using render::gl::EglDevice;
using render::gl::find_egl_devices;

class Egl : public GlTest {};

TEST_F(Egl, ProvidesCoreProfile45) {
  EXPECT_GE(context().info().major * 10 + context().info().minor, 45);
  EXPECT_FALSE(context().info().vendor.empty());
  EXPECT_FALSE(context().info().renderer.empty());
  GLint profile = 0;
  glGetIntegerv(GL_CONTEXT_PROFILE_MASK, &profile);
  EXPECT_EQ(profile, GL_CONTEXT_CORE_PROFILE_BIT);
}

TEST_F(Egl, FindsFunctionsByName) { EXPECT_NE(context().loader()("glTextureStorage2D"), nullptr); }

TEST_F(Egl, ListsTheDeviceInUse) {
  std::string reason;
  const std::vector<EglDevice> devices = find_egl_devices(reason);
  EXPECT_TRUE(devices.empty() || reason.empty()) << reason;
  const bool is_listed = std::ranges::any_of(
      devices, [&](const EglDevice& device) { return device.description == context().device().description; });
  EXPECT_TRUE(is_listed || context().device().description.find("surfaceless") != std::string::npos);
}

TEST_F(Egl, UsesSoftwareIfNoCudaDeviceIsRequested) {
  std::string reason;
  const std::vector<EglDevice> devices = find_egl_devices(reason);
  if (!std::ranges::any_of(devices, &EglDevice::is_software)) {
    GTEST_SKIP() << "there is no software EGL device here";
  }
  EXPECT_TRUE(context().device().is_software);
  EXPECT_TRUE(context().info().is_software) << context().info().renderer;
}

TEST_F(Egl, UsesTheDeviceOfTheCudaDevice) {
  std::string reason;
  std::optional<int> ordinal;
  for (const EglDevice& device : find_egl_devices(reason)) {
    ordinal = device.cuda_ordinal ? device.cuda_ordinal : ordinal;
  }
  if (!ordinal) {
    GTEST_SKIP() << "no EGL device here is a CUDA device";
  }
  const EglContext on_cuda{EglChoice{ordinal}};
  EXPECT_EQ(on_cuda.device().cuda_ordinal, ordinal);
  EXPECT_FALSE(on_cuda.info().is_software);
  EXPECT_TRUE(on_cuda.info().uuid.has_value());
}

TEST_F(Egl, FallsBackWhenTheCudaDeviceHasNone) {
  const EglContext fallback{EglChoice{9999}};
  EXPECT_NE(fallback.device().cuda_ordinal, 9999);
  EXPECT_GE(fallback.info().major, 4);
}

TEST_F(Egl, KeepsOtherContextsAliveWhenOneEnds) {
  { const EglContext brief{EglChoice{}}; }
  make_current();
  render::gl::Texture texture{render::PixelFormat::rgba8, 4, 4};
  texture.upload(counting_bytes(64));
  EXPECT_EQ(glGetError(), static_cast<GLenum>(GL_NO_ERROR));
}

TEST_F(Egl, KeepsContextsCurrentWhileVulkanComesAndGoes) {
  for (int round = 0; round < 2; ++round) {
    try {
      const render::vulkan::Context brief{render::vulkan::DeviceChoice{}};
    } catch (const render::Unavailable& reason) {
      GTEST_SKIP() << reason.what();
    }
    GLint limit = 0;
    glGetIntegerv(GL_MAX_TEXTURE_SIZE, &limit);
    EXPECT_GE(limit, 1024) << "round " << round;
    make_current();
  }
}

TEST_F(Egl, WorksOnASeparateThread) {
  std::unique_ptr<EglContext> made;
  std::thread{[&] {
    made = std::make_unique<EglContext>(EglChoice{});
    const EglContext moved{std::move(*made)};
    EXPECT_GE(moved.info().major, 4);
  }}.join();
}

TEST(EglLibrary, FindsWholeNamesOnly) {
  using render::gl::has_extension;
  EXPECT_TRUE(has_extension("EGL_one EGL_two", "EGL_two"));
  EXPECT_TRUE(has_extension("EGL_one EGL_two", "EGL_one"));
  EXPECT_FALSE(has_extension("EGL_one_more", "EGL_one"));
  EXPECT_FALSE(has_extension(nullptr, "EGL_one"));
}

TEST_F(Egl, CannotLoadGLWithoutALoader) {
  EXPECT_CONTAINS(error_of([] { (void)render::gl::load_gl(nullptr); }), "no GL context is current");
}

}  // namespace
}  // namespace texelscope::tests
