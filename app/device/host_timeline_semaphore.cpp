#include "app/device/host_timeline_semaphore.h"

#include <algorithm>

namespace texelscope::app {

std::uint64_t HostTimelineSemaphore::value() {
  const std::lock_guard lock{mutex_};
  return value_;
}

bool HostTimelineSemaphore::signal(std::uint64_t value) {
  {
    const std::lock_guard lock{mutex_};
    value_ = std::max(value_, value);
  }
  moved_.notify_all();
  return true;
}

gpu::TimelineWait HostTimelineSemaphore::wait(std::uint64_t value) {
  std::unique_lock lock{mutex_};
  return moved_.wait_for(lock, longest_wait_, [&] { return value_ >= value; }) ? gpu::TimelineWait::reached
                                                                               : gpu::TimelineWait::timed_out;
}

}  // namespace texelscope::app
