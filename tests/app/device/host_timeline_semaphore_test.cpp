#include "app/device/host_timeline_semaphore.h"

#include <gtest/gtest.h>

#include <thread>

namespace texelscope::app {
namespace {

TEST(HostTimelineSemaphore, OnlyGrows) {
  HostTimelineSemaphore timeline;
  EXPECT_EQ(timeline.value(), 0U);
  EXPECT_TRUE(timeline.signal(3));
  EXPECT_TRUE(timeline.signal(2));
  EXPECT_EQ(timeline.value(), 3U);
}

TEST(HostTimelineSemaphore, LetsGoOfThoseWhoWaitForWhatIsReached) {
  HostTimelineSemaphore timeline;
  bool has_passed = false;
  std::thread waiting{[&] { has_passed = timeline.wait(2) && timeline.value() >= 2; }};
  timeline.signal(1);
  timeline.signal(2);
  waiting.join();
  EXPECT_TRUE(has_passed);
}

}  // namespace
}  // namespace texelscope::app
