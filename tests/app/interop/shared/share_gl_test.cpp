#include "app/interop/shared/shared_gl_image.h"

#include <gtest/gtest.h>

#include <optional>

#include "render/common/error.h"
#include "render/gl/egl_context.h"
#include "tests/support/fake_driver.h"
#include "texelscope/gpu/error.h"

namespace texelscope::app {
namespace {

using tests::FakeDevice;

class ShareGL : public testing::Test {
 protected:
  void SetUp() override {
    try {
      egl_.emplace(render::gl::EglChoice{});
    } catch (const render::Unavailable& error) {
      GTEST_SKIP() << error.what();
    }
  }

  [[nodiscard]] gpu::GLContext share() const { return share_gl(*fake_.device, egl_->loader()); }

  FakeDevice fake_;

 private:
  std::optional<render::gl::EglContext> egl_;
};

TEST_F(ShareGL, IsDirectIfTheDriverRegistersAndLeavesNothingRegistered) {
  const gpu::GLContext context = share();
  EXPECT_EQ(context.path(), gpu::InteropPath::direct);
  EXPECT_EQ(fake_.script->count("cuGraphicsGLRegisterImage"), 1U);
  EXPECT_EQ(fake_.script->count("cuGraphicsUnregisterResource"), 1U);
}

TEST_F(ShareGL, CopiesThroughTheHostIfAListedDeviceIsRefusedAndGivesTheReason) {
  for (const gpu::Status refusal : {gpu::Status::operating_system, gpu::Status::invalid_graphics_context,
                                    gpu::Status::not_supported, gpu::Status::unknown}) {
    fake_.script->answers["cuGraphicsGLRegisterImage"] = refusal;
    const gpu::GLContext context = share();
    EXPECT_EQ(context.path(), gpu::InteropPath::through_host);
    EXPECT_NE(context.reason().find(gpu::status_name(refusal)), std::string::npos) << context.reason();
    EXPECT_EQ(context.device(), *fake_.device);
  }
  EXPECT_TRUE(fake_.diagnostics->empty()) << fake_.diagnostics->front();
}

TEST_F(ShareGL, ReportsOtherErrorsThanARefusal) {
  fake_.script->answers["cuGraphicsGLRegisterImage"] = gpu::Status::out_of_memory;
  EXPECT_THROW(static_cast<void>(share()), gpu::DriverError);
}

TEST_F(ShareGL, TriesNothingIfTheDeviceIsNotListed) {
  fake_.script->gl_ordinals = {};
  EXPECT_EQ(share().path(), gpu::InteropPath::through_host);
  EXPECT_EQ(fake_.script->count("cuGraphicsGLRegisterImage"), 0U);
}

}  // namespace
}  // namespace texelscope::app
