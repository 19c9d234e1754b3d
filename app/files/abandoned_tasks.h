#pragma once

#include <chrono>
#include <future>
#include <utility>
#include <vector>

namespace texelscope::app {

/// Whether the work of another thread has finished, and its result has not been retrieved yet.
template <class Result>
[[nodiscard]] bool is_ready(const std::future<Result>& work) {
  return work.valid() && work.wait_for(std::chrono::seconds{0}) == std::future_status::ready;
}

/// Work of other threads that nobody waits for anymore, but that cannot be interrupted. It finishes before this object
/// is destroyed.
template <class Result>
class AbandonedTasks {
 public:
  void add(std::future<Result> work) { works_.push_back(std::move(work)); }
  /// Releases finished work and its results.
  void release_finished() { std::erase_if(works_, is_ready<Result>); }

 private:
  std::vector<std::future<Result>> works_;
};

}  // namespace texelscope::app
