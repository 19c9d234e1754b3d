#include "texelscope/gpu/gl_context.h"

#include <gtest/gtest.h>

#include "tests/support/fake_driver.h"
#include "tests/support/fake_gl.h"
#include "texelscope/gpu/error.h"

namespace texelscope::gpu {
namespace {

using tests::error_of;
using tests::fake_gl_loader;
using tests::FakeDevice;

TEST(GLContext, SharesDirectlyIfTheDriverListsTheDevice) {
  FakeDevice fake({DeviceKind::cuda, 2});
  fake.script->gl_ordinals = {0, 2};
  const GLContext context = GLContext::from_current(*fake.device, fake_gl_loader());
  EXPECT_EQ(context.path(), InteropPath::direct);
  EXPECT_EQ(context.reason(), "");
  EXPECT_EQ(context.device(), *fake.device);
}

TEST(GLContext, SharesThroughTheHostWithAReasonIfGLRunsElsewhere) {
  FakeDevice fake;
  fake.script->gl_ordinals = {1};
  const GLContext context = GLContext::from_current(*fake.device, fake_gl_loader());
  EXPECT_EQ(context.path(), InteropPath::through_host);
  EXPECT_NE(context.reason().find("GL renders on fake renderer, which is not cuda:0 (cuGLGetDevices lists [1])"),
            std::string::npos)
      << context.reason();
  EXPECT_NE(context.reason().find(", run GL on the CUDA device"), std::string::npos) << context.reason();
}

TEST(GLContext, SharesThroughTheHostWithAReasonIfTheDriverRefuses) {
  FakeDevice fake;
  for (const Status status : {Status::operating_system, Status::unknown, Status::no_device}) {
    fake.script->answers["cuGLGetDevices"] = status;
    const GLContext context = GLContext::from_current(*fake.device, fake_gl_loader());
    EXPECT_EQ(context.path(), InteropPath::through_host);
    EXPECT_NE(context.reason().find(std::string(status_name(status))), std::string::npos) << context.reason();
  }
}

TEST(GLContext, ReportsFailuresOtherThanRefusalsToShare) {
  FakeDevice fake;
  fake.script->answers["cuGLGetDevices"] = Status::out_of_memory;
  EXPECT_THROW(static_cast<void>(GLContext::from_current(*fake.device, fake_gl_loader())), DriverError);
}

TEST(GLContext, SharesThroughTheHostOnTheCpuDevice) {
  FakeDevice fake({DeviceKind::cpu, 0});
  const GLContext context = GLContext::from_current(*fake.device, fake_gl_loader());
  EXPECT_EQ(context.path(), InteropPath::through_host);
  EXPECT_NE(context.reason(), "");
  EXPECT_EQ(fake.script->count("cuGLGetDevices"), 0U);
}

TEST(GLContext, SharesAsRequested) {
  FakeDevice fake;
  const GLContext through_host = GLContext::from_current(*fake.device, fake_gl_loader(), InteropChoice::through_host);
  EXPECT_EQ(through_host.path(), InteropPath::through_host);
  EXPECT_NE(through_host.reason(), "");
  const GLContext direct = GLContext::from_current(*fake.device, fake_gl_loader(), InteropChoice::direct);
  EXPECT_EQ(direct.path(), InteropPath::direct);
}

TEST(GLContext, IsUnavailableWhenDirectSharingIsImpossible) {
  FakeDevice fake;
  fake.script->gl_ordinals = {};
  const std::string text = error_of<Unavailable>(
      [&] { static_cast<void>(GLContext::from_current(*fake.device, fake_gl_loader(), InteropChoice::direct)); });
  EXPECT_NE(text.find("cuda:0: GL objects cannot be shared directly: GL renders on fake renderer"), std::string::npos)
      << text;
  FakeDevice cpu({DeviceKind::cpu, 0});
  EXPECT_THROW(static_cast<void>(GLContext::from_current(*cpu.device, fake_gl_loader(), InteropChoice::direct)),
               Unavailable);
}

TEST(GLContext, IsUnavailableWithoutALoaderOrFunctions) {
  FakeDevice fake;
  EXPECT_THROW(static_cast<void>(GLContext::from_current(*fake.device, {})), Unavailable);
  EXPECT_THROW(static_cast<void>(GLContext::from_current(*fake.device, [](const char*) -> void* { return nullptr; })),
               Unavailable);
}

TEST(GLContext, KeepsItsDeviceAlive) {
  FakeDevice fake;
  std::optional<GLContext> context{GLContext::from_current(*fake.device, fake_gl_loader())};
  fake.device.reset();
  EXPECT_EQ(fake.live_objects->count(ObjectKind::context), 1U);
  context.reset();
  EXPECT_EQ(fake.live_objects->count(), 0U);
}

}  // namespace
}  // namespace texelscope::gpu
