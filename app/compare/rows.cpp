#include "app/compare/rows.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace texelscope::app {

void for_row_ranges(int height, const std::function<void(int begin, int end)>& work) {
  constexpr int rows_at_once = 16;
  std::atomic<int> next{0};
  std::exception_ptr failure;
  std::mutex mutex;
  const auto take_all = [&] {
    for (int begin = next.fetch_add(rows_at_once); begin < height; begin = next.fetch_add(rows_at_once)) {
      try {
        work(begin, std::min(begin + rows_at_once, height));
      } catch (...) {
        const std::lock_guard lock(mutex);
        failure = std::current_exception();
        next = height;
      }
    }
  };
  const int ranges = (height + rows_at_once - 1) / rows_at_once;
  const int helpers = std::min(static_cast<int>(std::thread::hardware_concurrency()), ranges) - 1;
  {
    std::vector<std::jthread> threads;
    for (int index = 0; index < helpers; ++index) {
      threads.emplace_back(take_all);
    }
    take_all();
  }
  if (failure) {
    std::rethrow_exception(failure);
  }
}

}  // namespace texelscope::app
