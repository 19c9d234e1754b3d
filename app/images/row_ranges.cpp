#include "app/images/row_ranges.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace texelscope::app {
namespace {

/// Whether all cores are in use by an outer call.
thread_local bool is_shared_out = false;

}  // namespace

bool are_cores_shared_out() { return is_shared_out; }

void for_ranges(int count, int at_once, const std::function<void(int begin, int end)>& work) {
  const int ranges = (count + at_once - 1) / at_once;
  const int helpers = std::min(static_cast<int>(std::thread::hardware_concurrency()), ranges) - 1;
  if (is_shared_out || helpers < 1) {
    for (int begin = 0; begin < count; begin += at_once) {
      work(begin, std::min(begin + at_once, count));
    }
    return;
  }
  std::atomic<int> next{0};
  std::exception_ptr failure;
  std::mutex mutex;
  const auto take_all = [&] {
    is_shared_out = true;
    for (int range = next++; range < ranges; range = next++) {
      try {
        work(range * at_once, std::min((range + 1) * at_once, count));
      } catch (...) {
        const std::lock_guard lock(mutex);
        failure = std::current_exception();
        next = ranges;
      }
    }
    is_shared_out = false;
  };
  {
    std::vector<std::jthread> threads;
    try {
      for (int index = 0; index < helpers; ++index) {
        threads.emplace_back(take_all);
      }
    } catch (const std::system_error&) {
      // The system has no further thread: fewer do all the work.
    }
    take_all();
  }
  if (failure) {
    std::rethrow_exception(failure);
  }
}

}  // namespace texelscope::app
