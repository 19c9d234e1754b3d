#include "app/device/host_timeline_semaphore.h"

#include <algorithm>
#include <chrono>

namespace texelscope::app {
namespace {

constexpr std::chrono::minutes longest_wait{1};

}  // namespace

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

bool HostTimelineSemaphore::wait(std::uint64_t value) {
  std::unique_lock lock{mutex_};
  moved_.wait_for(lock, longest_wait, [&] { return value_ >= value; });
  return true;
}

}  // namespace texelscope::app
