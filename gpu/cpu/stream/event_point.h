#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>

#include "texelscope/gpu/status.h"

namespace texelscope::gpu::cpu {

/// A point in a stream's work, created when an event is recorded. Waiting work refers to the point, not to the event,
/// so that re-recording or destroying the event does not affect it.
class EventPoint {
 public:
  using Clock = std::chrono::steady_clock;

  EventPoint() = default;
  virtual ~EventPoint() = default;
  EventPoint(const EventPoint&) = delete;
  EventPoint& operator=(const EventPoint&) = delete;

  virtual void reach() {
    {
      const std::lock_guard lock{mutex_};
      time_ = Clock::now();
    }
    reached_.notify_all();
  }

  /// Reached by a stopped stream: waiting streams are also stopped; other processes are not notified.
  void reach_stopped(Status why) {
    status_.store(why, std::memory_order_release);
    reach();
  }
  /// The reason why the stream was stopped before this point; success if it was not, and before the point is reached.
  [[nodiscard]] Status status() const noexcept { return status_.load(std::memory_order_acquire); }

  /// False when the point will never be reached.
  [[nodiscard]] virtual bool wait() {
    std::unique_lock lock{mutex_};
    reached_.wait(lock, [this] { return time_.has_value(); });
    return true;
  }

  /// The time when the stream reached it; nullopt before.
  [[nodiscard]] virtual std::optional<Clock::time_point> time() const {
    const std::lock_guard lock{mutex_};
    return time_;
  }

 private:
  mutable std::mutex mutex_;
  std::condition_variable reached_;
  std::optional<Clock::time_point> time_;
  std::atomic<Status> status_{Status::success};
};

}  // namespace texelscope::gpu::cpu
