#pragma once

#include <algorithm>
#include <chrono>
#include <deque>
#include <mutex>

namespace texelscope::inspect {

/// Limits the share of the time that a program spends on copies, and lets its arrays take turns.
class Budget {
 public:
  using Clock = std::chrono::steady_clock;

  void set_share(double share) {
    const std::lock_guard lock{mutex_};
    share_ = std::clamp(share, 0.001, 1.0);
  }

  /// Whether the array `key` may be copied now; otherwise it waits for its turn.
  [[nodiscard]] bool allows(const void* key, Clock::time_point now) {
    const std::lock_guard lock{mutex_};
    // An array that is not shown any more loses its turn.
    while (!waiting_.empty() && now - waiting_.front().asked > std::chrono::milliseconds(500)) {
      waiting_.pop_front();
    }
    if (now >= next_ && (waiting_.empty() || waiting_.front().key == key)) {
      return true;
    }
    const auto found = std::ranges::find(waiting_, key, &Waiting::key);
    if (found != waiting_.end()) {
      found->asked = now;
    } else if (waiting_.size() < max_waiting) {
      waiting_.push_back({key, now});
    }
    return false;
  }

  /// Records a copy from `begin` to `end`.
  void spend(const void* key, Clock::time_point begin, Clock::time_point end) {
    const std::lock_guard lock{mutex_};
    std::erase_if(waiting_, [key](const Waiting& one) { return one.key == key; });
    // Time without copies counts up to a second, so that all arrays of a rare step are copied.
    next_ = std::max(next_, begin - std::chrono::seconds(1)) +
            std::chrono::duration_cast<Clock::duration>((end - begin) / share_);
  }

 private:
  struct Waiting {
    const void* key;
    Clock::time_point asked;
  };
  static constexpr std::size_t max_waiting = 64;

  std::mutex mutex_;
  double share_ = 0.017;
  Clock::time_point next_{};
  std::deque<Waiting> waiting_;
};

}  // namespace texelscope::inspect
