#include "texelscope/gpu/fault_injector.h"

#include <gtest/gtest.h>

#include "tests/support/fake_driver.h"
#include "texelscope/gpu/error.h"
#include "texelscope/gpu/stream.h"

namespace texelscope::gpu {
namespace {

using tests::FakeDevice;

TEST(FaultInjector, FailsTheNthCallAndNoOther) {
  const auto faults = std::make_shared<FaultInjector>(4, Status::out_of_memory);
  FakeDevice fake({}, {faults});
  // Opening makes two calls: the context and the query.
  const Stream stream = fake.device->create_stream();
  EXPECT_FALSE(faults->has_fired());
  EXPECT_THROW(static_cast<void>(fake.device->create_event({})), DriverError);
  EXPECT_TRUE(faults->has_fired());
  EXPECT_EQ(faults->failed_call(), "cuEventCreate");
  EXPECT_EQ(fake.script->count("cuEventCreate"), 0U) << "a call that is made to fail is not passed to the driver";
  fake.device->synchronize();
  EXPECT_EQ(faults->count(), 5U);
}

TEST(FaultInjector, FailsTheNthCallOfOneFunction) {
  const auto faults = std::make_shared<FaultInjector>("cuStreamSynchronize", 2);
  FakeDevice fake({}, {faults});
  const Stream stream = fake.device->create_stream();
  stream.synchronize();
  fake.device->synchronize();
  try {
    stream.synchronize();
    FAIL();
  } catch (const DriverError& error) {
    EXPECT_EQ(error.status(), Status::out_of_memory);
  }
  stream.synchronize();
  EXPECT_EQ(faults->count(), 3U);
}

TEST(FaultInjector, CountsAndFailsNothingAtZero) {
  const auto faults = std::make_shared<FaultInjector>(0);
  FakeDevice fake({}, {faults});
  fake.device->synchronize();
  EXPECT_EQ(faults->count(), 3U);
  EXPECT_FALSE(faults->has_fired());
}

TEST(FaultInjector, MakesADestroyingCallAndReplacesItsResult) {
  const auto faults = std::make_shared<FaultInjector>("cuStreamDestroy", 1);
  FakeDevice fake({}, {faults});
  fake.device->create_stream().close();
  EXPECT_EQ(fake.script->count("cuStreamDestroy"), 1U);
  EXPECT_EQ(fake.live_objects->count(ObjectKind::stream), 0U);
  ASSERT_EQ(fake.diagnostics->size(), 1U);
  EXPECT_NE(fake.diagnostics->front().find("cleanup failed: cpu: cuStreamDestroy(stream=0x100) failed with"),
            std::string::npos)
      << fake.diagnostics->front();
}

}  // namespace
}  // namespace texelscope::gpu
