#include "gpu/driver/device_box.h"

#include <gtest/gtest.h>

#include "tests/support/fake_driver.h"
#include "texelscope/gpu/event.h"
#include "texelscope/gpu/fault_injector.h"
#include "texelscope/gpu/stream.h"

namespace texelscope::gpu {
namespace {

using tests::error_of;
using tests::FakeDevice;

TEST(DeviceBox, ReleasesTheContextWhenOpeningFailsMidway) {
  for (const std::uint64_t nth : {1U, 2U}) {
    const auto live = std::make_shared<LiveObjects>();
    const auto faults = std::make_shared<FaultInjector>(nth, Status::out_of_memory);
    EXPECT_THROW(FakeDevice({}, {faults, live}), DriverError);
    EXPECT_EQ(live->count(), 0U) << "call " << nth;
  }
}

TEST(DeviceBox, NamesDeviceCallArgumentsAndAdviceInErrors) {
  FakeDevice fake;
  fake.script->answers["cuEventCreate"] = Status::out_of_memory;
  EXPECT_EQ(error_of<DriverError>([&] { static_cast<void>(fake.device->create_event({.has_timing = true})); }),
            "cuda:0: cuEventCreate(has_timing=true, is_interprocess=false) failed with CUDA_ERROR_OUT_OF_MEMORY "
            "(2): the device does not have enough free memory; free memory that is not needed, or use a smaller "
            "extent");
}

TEST(DeviceBox, RejectsSuccessWithoutAHandle) {
  FakeDevice fake;
  fake.script->gives_null_handles = true;
  const std::string text = error_of<Error>([&] { static_cast<void>(fake.device->create_stream()); });
  EXPECT_NE(text.find("cuda:0: cuStreamCreate() reported success but returned no handle"), std::string::npos) << text;
  EXPECT_EQ(fake.script->count("cuStreamDestroy"), 0U);
}

TEST(DeviceBox, IsSilentAboutCleanupsOnceTheDriverHasShutDown) {
  FakeDevice fake;
  Stream stream = fake.device->create_stream();
  fake.script->answers["cuStreamDestroy"] = Status::deinitialized;
  stream.close();
  EXPECT_TRUE(fake.diagnostics->empty());
}

TEST(DeviceBox, DistinguishesNotReadyFromFailure) {
  FakeDevice fake;
  const Stream stream = fake.device->create_stream();
  EXPECT_TRUE(stream.is_done());
  fake.script->answers["cuStreamQuery"] = Status::not_ready;
  EXPECT_FALSE(stream.is_done());
  fake.script->answers["cuStreamQuery"] = Status::launch_failed;
  EXPECT_THROW(static_cast<void>(stream.is_done()), DriverError);
}

TEST(ReportTo, PrintsToStandardErrorIfTheHandlerThrows) {
  testing::internal::CaptureStderr();
  report_to([](const Diagnostic&) { throw 1; }, {Diagnostic::Severity::warning, "something odd"});
  report_to({}, {Diagnostic::Severity::error, "something bad"});
  EXPECT_EQ(testing::internal::GetCapturedStderr(),
            "texelscope: warning: something odd\ntexelscope: error: something bad\n");
}

}  // namespace
}  // namespace texelscope::gpu
