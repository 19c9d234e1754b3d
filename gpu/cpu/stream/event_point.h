#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>

namespace texelscope::gpu::cpu {

/// A point in a stream's work, made when an event is recorded. Waiting work refers to the point, not to the event, so
/// that recording the event again or destroying it changes nothing for those who wait.
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

  /// False when the point will never be reached.
  [[nodiscard]] virtual bool wait() {
    std::unique_lock lock{mutex_};
    reached_.wait(lock, [this] { return time_.has_value(); });
    return true;
  }

  /// When the stream got here; nothing while it has not.
  [[nodiscard]] virtual std::optional<Clock::time_point> time() const {
    const std::lock_guard lock{mutex_};
    return time_;
  }

 private:
  mutable std::mutex mutex_;
  std::condition_variable reached_;
  std::optional<Clock::time_point> time_;
};

}  // namespace texelscope::gpu::cpu
