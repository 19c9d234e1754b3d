#include "app/core/counted_timeline.h"

#include <algorithm>
#include <chrono>

namespace texelscope::app {
namespace {

constexpr std::chrono::minutes longest_wait{1};

}  // namespace

std::uint64_t CountedTimeline::value() {
  const std::lock_guard lock{mutex_};
  return value_;
}

bool CountedTimeline::signal(std::uint64_t value) {
  {
    const std::lock_guard lock{mutex_};
    value_ = std::max(value_, value);
  }
  moved_.notify_all();
  return true;
}

bool CountedTimeline::wait(std::uint64_t value) {
  std::unique_lock lock{mutex_};
  moved_.wait_for(lock, longest_wait, [&] { return value_ >= value; });
  return true;
}

}  // namespace texelscope::app
