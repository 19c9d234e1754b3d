#include "app/device/host_timeline_semaphore.h"

#include <gtest/gtest.h>

#include <chrono>
#include <memory>
#include <string>
#include <thread>

#include "texelscope/gpu/device.h"
#include "texelscope/gpu/error.h"
#include "texelscope/gpu/stream.h"

namespace texelscope::app {
namespace {

using gpu::Status;
using gpu::TimelineWait;

TEST(HostTimelineSemaphore, OnlyIncreases) {
  HostTimelineSemaphore timeline;
  EXPECT_EQ(timeline.value(), 0U);
  EXPECT_TRUE(timeline.signal(3));
  EXPECT_TRUE(timeline.signal(2));
  EXPECT_EQ(timeline.value(), 3U);
}

TEST(HostTimelineSemaphore, ReleasesWaitsForReachedValues) {
  HostTimelineSemaphore timeline;
  bool has_passed = false;
  std::thread waiting{[&] { has_passed = timeline.wait(2) == TimelineWait::reached && timeline.value() >= 2; }};
  timeline.signal(1);
  timeline.signal(2);
  waiting.join();
  EXPECT_TRUE(has_passed);
}

TEST(HostTimelineSemaphore, ReportsThatItsValueWasNotReachedInTime) {
  HostTimelineSemaphore timeline{std::chrono::milliseconds{20}};
  timeline.signal(2);
  EXPECT_EQ(timeline.wait(2), TimelineWait::reached);
  EXPECT_EQ(timeline.wait(3), TimelineWait::timed_out);
  EXPECT_EQ(timeline.value(), 2U);
}

TEST(HostTimelineSemaphore, FailsTheStreamAndNotTheDeviceIfAWaitTimesOut) {
  const gpu::Device device = gpu::Device::open({});
  const auto timeline = std::make_shared<HostTimelineSemaphore>(std::chrono::milliseconds{20});
  const auto semaphore = gpu::ExternalSemaphore::from_host_timeline(device, timeline);
  const gpu::Stream waiting = device.create_stream();
  semaphore.wait(waiting, 1);
  try {
    waiting.synchronize();
    ADD_FAILURE() << "the wait ended without the value";
  } catch (const gpu::DriverError& error) {
    EXPECT_EQ(error.status(), Status::timeout);
    EXPECT_NE(std::string{error.what()}.find("a wait of the stream timed out"), std::string::npos) << error.what();
  }
  const gpu::Stream other = device.create_stream();
  semaphore.signal(other, 1);
  semaphore.wait(other, 1);
  other.synchronize();
}

}  // namespace
}  // namespace texelscope::app
