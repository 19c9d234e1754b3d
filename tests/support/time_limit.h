#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <thread>

namespace texelscope::tests {

/// Ends the process with a failure if it outlives the limit: for a test that would hang on a defect.
class TimeLimit {
 public:
  explicit TimeLimit(std::chrono::seconds limit) : watch_{[this, limit] { watch(limit); }} {}
  ~TimeLimit() {
    {
      const std::lock_guard lock{mutex_};
      has_ended_ = true;
    }
    ended_.notify_all();
    watch_.join();
  }
  TimeLimit(const TimeLimit&) = delete;
  TimeLimit& operator=(const TimeLimit&) = delete;

 private:
  void watch(std::chrono::seconds limit) {
    std::unique_lock lock{mutex_};
    if (!ended_.wait_for(lock, limit, [this] { return has_ended_; })) {
      static_cast<void>(std::fprintf(stderr, "[  FAILED  ] the test still runs after %lld s\n",
                                     static_cast<long long>(limit.count())));
      // Threads that hang cannot be joined.
      std::_Exit(EXIT_FAILURE);
    }
  }

  std::mutex mutex_;
  std::condition_variable ended_;
  bool has_ended_ = false;
  std::thread watch_;
};

}  // namespace texelscope::tests
