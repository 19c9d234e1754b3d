#include "gpu/cpu/stream/stream_set.h"

#include <algorithm>
#include <iterator>
#include <latch>
#include <memory>
#include <utility>

namespace texelscope::gpu::cpu {

StreamSet::StreamSet() : default_stream_{std::make_shared<WorkQueue>()} {}

namespace {

/// Makes one queue wait for all work submitted to another.
void wait_for(WorkQueue& waiting, WorkQueue& first) {
  if (first.is_idle()) {
    return;
  }
  const auto reached = std::make_shared<std::latch>(1);
  // A closed queue accepts no more work, and finishes its remaining work before it ends.
  if (first.schedule([reached] { reached->count_down(); })) {
    static_cast<void>(waiting.schedule([reached] { reached->wait(); }));
  }
}

}  // namespace

StreamHandle StreamSet::create(bool is_blocking) {
  auto queue = std::make_shared<WorkQueue>();
  const StreamHandle handle{reinterpret_cast<std::uint64_t>(queue.get())};
  const std::lock_guard lock{mutex_};
  if (is_blocking) {
    blocking_.emplace(handle.value, queue);
    blocking_count_.fetch_add(1, std::memory_order_release);
  }
  live_.emplace(handle.value, std::move(queue));
  return handle;
}

void StreamSet::order_with_default(StreamHandle handle) {
  if (blocking_count_.load(std::memory_order_acquire) == 0) {
    return;
  }
  const std::lock_guard lock{mutex_};
  if (!handle) {
    for (const auto& entry : blocking_) {
      wait_for(*default_stream_, *entry.second);
    }
  } else if (const auto found = blocking_.find(handle.value); found != blocking_.end()) {
    wait_for(*found->second, *default_stream_);
  }
}

bool StreamSet::is_blocking(StreamHandle handle) const {
  const std::lock_guard lock{mutex_};
  return !handle || blocking_.contains(handle.value);
}

bool StreamSet::destroy(StreamHandle handle) {
  Queues ended;
  {
    const std::lock_guard lock{mutex_};
    const auto found = live_.find(handle.value);
    if (found == live_.end()) {
      return false;
    }
    if (const auto blocking = blocking_.find(handle.value); blocking != blocking_.end()) {
      // The default stream still waits for its work.
      wait_for(*default_stream_, *blocking->second);
      blocking_.erase(blocking);
      blocking_count_.fetch_sub(1, std::memory_order_release);
    }
    ending_.push_back(found->second);
    found->second->close();
    live_.erase(found);
    const auto first_ended =
        std::partition(ending_.begin(), ending_.end(), [](const auto& queue) { return !queue->has_ended(); });
    ended.assign(std::make_move_iterator(first_ended), std::make_move_iterator(ending_.end()));
    ending_.erase(first_ended, ending_.end());
  }
  return true;
}

std::shared_ptr<WorkQueue> StreamSet::find(StreamHandle handle) const {
  const std::lock_guard lock{mutex_};
  if (!handle) {
    return default_stream_;
  }
  const auto found = live_.find(handle.value);
  return found == live_.end() ? nullptr : found->second;
}

void StreamSet::keep_until_passed(std::shared_ptr<const void> object) noexcept {
  const std::lock_guard lock{mutex_};
  const auto for_each = [this](auto&& function) {
    function(*default_stream_);
    for (const auto& entry : live_) {
      function(*entry.second);
    }
    for (const auto& queue : ending_) {
      function(*queue);
    }
  };
  try {
    for_each([&](WorkQueue& queue) { queue.schedule_if_busy([object] {}); });
  } catch (...) {
    for_each([](WorkQueue& queue) { queue.wait(); });
  }
}

StreamSet::Queues StreamSet::all() const {
  const std::lock_guard lock{mutex_};
  Queues queues{ending_};
  queues.reserve(ending_.size() + live_.size() + 1);
  queues.push_back(default_stream_);
  for (const auto& entry : live_) {
    queues.push_back(entry.second);
  }
  return queues;
}

Status StreamSet::wait() const {
  for (const auto& queue : all()) {
    queue->wait();
  }
  const std::lock_guard lock{mutex_};
  Status status = default_stream_->status();
  for (const auto& entry : live_) {
    status = status == Status::success ? entry.second->status() : status;
  }
  return status;
}

void StreamSet::close() {
  Queues queues = all();
  auto next_default = std::make_shared<WorkQueue>();
  {
    const std::lock_guard lock{mutex_};
    default_stream_ = std::move(next_default);
    live_.clear();
    blocking_.clear();
    blocking_count_.store(0, std::memory_order_release);
    ending_.clear();
  }
  for (const auto& queue : queues) {
    queue->close();
  }
}

}  // namespace texelscope::gpu::cpu
