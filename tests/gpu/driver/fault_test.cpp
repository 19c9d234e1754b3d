#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "tests/support/fake_driver.h"
#include "texelscope/gpu/error.h"
#include "texelscope/gpu/fault_injector.h"
#include "texelscope/gpu/stream.h"

namespace texelscope::gpu {
namespace {

using tests::error_of;
using tests::FakeDevice;

TEST(Fault, IsReadFromText) {
  EXPECT_EQ(fault_from_string("7"), (Fault{"", 7, Status::out_of_memory, false}));
  EXPECT_EQ(fault_from_string("cuMemcpyAsync"), (Fault{"cuMemcpyAsync", 1, Status::out_of_memory, false}));
  EXPECT_EQ(fault_from_string("cuMemcpyAsync:2"), (Fault{"cuMemcpyAsync", 2, Status::out_of_memory, false}));
  EXPECT_EQ(fault_from_string("cuLaunchKernel:1=719"), (Fault{"cuLaunchKernel", 1, Status::launch_failed, true}));
  EXPECT_EQ(fault_from_string("3=not_supported"), (Fault{"", 3, Status::not_supported, false}));
  EXPECT_EQ(fault_from_string("3=CUDA_ERROR_ILLEGAL_ADDRESS"), (Fault{"", 3, Status::illegal_address, true}));
  EXPECT_EQ(fault_from_string("3=998").status, static_cast<Status>(998))
      << "the driver may know more than this library";
}

TEST(Fault, ReportsErrorsInAText) {
  const auto error = [](const char* text) {
    return error_of<InvalidArgument>([text] { static_cast<void>(fault_from_string(text)); });
  };
  for (const char* text : {"", "0", "-1", "1.5", "cuMemcpyAsync:", "cuMemcpyAsync:0", "cuMemcpyAsync:x", "=719"}) {
    EXPECT_NE(error(text).find("does not name a call"), std::string::npos) << text << ": " << error(text);
  }
  EXPECT_NE(error("cuMemcpy2D").find("did you mean 'cuMemcpyAsync'?"), std::string::npos) << error("cuMemcpy2D");
  for (const char* text : {"1=", "1=bad_luck", "1=0", "1=success", "1=-3"}) {
    EXPECT_NE(error(text).find("is not an error"), std::string::npos) << text << ": " << error(text);
  }
}

TEST(Fault, MayNameEveryDriverFunctionOnce) {
  const auto names = driver_call_names();
  EXPECT_EQ(std::set<std::string_view>(names.begin(), names.end()).size(), names.size());
  for (const std::string_view name : names) {
    EXPECT_TRUE(name.starts_with("cu") || name.starts_with("nvrtc") || name.starts_with("nvJitLink") ||
                name.starts_with("nvtx") || name.starts_with("texelscope"))
        << name;
    EXPECT_EQ(fault_from_string(name).name, name);
  }
  for (const char* name : {"cuLaunchKernel", "cuMemAllocAsync", "cuGraphicsMapResources"}) {
    EXPECT_NE(std::ranges::find(names, name), names.end()) << name;
  }
}

TEST(FaultInjector, FailsAllLaterCallsWhereTheFaultLasts) {
  const auto faults = std::make_shared<FaultInjector>(Fault{"cuEventCreate", 1, Status::launch_failed, true});
  FakeDevice fake({}, {faults});
  Stream stream = fake.device->create_stream();
  stream.synchronize();
  EXPECT_THROW(static_cast<void>(fake.device->create_event({})), DriverError);
  EXPECT_EQ(faults->failed_call(), "cuEventCreate");
  EXPECT_THROW(stream.synchronize(), DriverError);
  EXPECT_EQ(fake.script->count("cuStreamSynchronize"), 2U)
      << "a blocking call is still made, because only its return shows that the work has ended";
  EXPECT_THROW(static_cast<void>(fake.device->create_stream()), DriverError);
  EXPECT_EQ(fake.script->count("cuStreamCreate"), 1U);
  stream.close();
  EXPECT_EQ(fake.live_objects->count(ObjectKind::stream), 0U) << "calls that destroy objects are still made";
  EXPECT_EQ(faults->failed_call(), "cuEventCreate") << "the first";
}

TEST(Status, IsReadFromItsNumberAndItsNames) {
  EXPECT_EQ(status_from_string("0"), Status::success);
  EXPECT_EQ(status_from_string("success"), Status::success);
  for (const char* text : {"719", "launch_failed", "LAUNCH_FAILED", "CUDA_ERROR_LAUNCH_FAILED"}) {
    EXPECT_EQ(status_from_string(text), Status::launch_failed) << text;
  }
  EXPECT_EQ(status_from_string("12345"), static_cast<Status>(12345));
  for (const char* text : {"", "-1", "7x", "failed", "cuda_error_launch_failed"}) {
    EXPECT_EQ(status_from_string(text), std::nullopt) << text;
  }
}

TEST(Status, KnowsTheErrorsThatEndAContext) {
  for (const Status status : {Status::illegal_address, Status::misaligned_address, Status::launch_failed}) {
    EXPECT_TRUE(ends_context(status)) << status_name(status);
  }
  for (const Status status : {Status::success, Status::out_of_memory, Status::not_ready, Status::invalid_value,
                              Status::launch_out_of_resources}) {
    EXPECT_FALSE(ends_context(status)) << status_name(status);
  }
}

}  // namespace
}  // namespace texelscope::gpu
