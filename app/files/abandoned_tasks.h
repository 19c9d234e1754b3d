#pragma once

#include <chrono>
#include <future>
#include <utility>
#include <vector>

namespace texelscope::app {

/// Whether the work of another thread has come to its end, and its result was not taken yet.
template <class Result>
[[nodiscard]] bool is_ready(const std::future<Result>& work) {
  return work.valid() && work.wait_for(std::chrono::seconds{0}) == std::future_status::ready;
}

/// Work of other threads that nobody waits for any more, but that cannot be broken off. It is over before this goes.
template <class Result>
class AbandonedTasks {
 public:
  void add(std::future<Result> work) { works_.push_back(std::move(work)); }
  /// Lets go of what has come to its end, with its results.
  void release_finished() { std::erase_if(works_, is_ready<Result>); }

 private:
  std::vector<std::future<Result>> works_;
};

}  // namespace texelscope::app
