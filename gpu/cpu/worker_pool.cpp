#include "gpu/cpu/worker_pool.h"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <limits>
#include <mutex>
#include <thread_pool/thread_pool.hpp>

namespace texelscope::gpu::cpu {
namespace {

/// Ranges for each thread: enough that the threads end at about the same time.
constexpr std::int64_t ranges_per_thread = 16;

}  // namespace

class WorkerPool::Threads : public thread_pool::ThreadPool {
 public:
  using ThreadPool::ThreadPool;
};

/// One call of for_ranges. Helpers share it, as one may come when all is done and the caller gone; `body` is used only
/// by who has taken a range, for which the caller waits.
struct WorkerPool::Sweep {
  RangeFunction function;
  const void* body;
  std::int64_t count;
  std::int64_t grain;
  std::int64_t helper_count;

  std::atomic<std::int64_t> next{0};
  std::atomic<std::int64_t> left;
  std::atomic<bool> failed{false};
  std::mutex mutex;
  std::condition_variable finished;

  Sweep(RangeFunction range_function, const void* range_body, std::int64_t total, std::int64_t range,
        std::int64_t helpers)
      : function{range_function}, body{range_body}, count{total}, grain{range}, helper_count{helpers}, left{total} {}

  [[nodiscard]] bool has_ranges() const noexcept { return next.load(std::memory_order_relaxed) < count; }

  void work() noexcept {
    while (has_ranges()) {
      const std::int64_t first = next.fetch_add(grain, std::memory_order_relaxed);
      if (first >= count) {
        return;
      }
      const std::int64_t end = std::min(first + grain, count);
      if (!failed.load(std::memory_order_relaxed)) {
        try {
          function(body, first, end);
        } catch (...) {
          failed.store(true, std::memory_order_relaxed);
        }
      }
      if (left.fetch_sub(end - first, std::memory_order_acq_rel) == end - first) {
        const std::lock_guard lock{mutex};
        finished.notify_all();
      }
    }
  }

  void wait() noexcept {
    if (left.load(std::memory_order_acquire) != 0) {
      std::unique_lock lock{mutex};
      finished.wait(lock, [this] { return left.load(std::memory_order_acquire) == 0; });
    }
  }
};

WorkerPool::WorkerPool(unsigned thread_count) : thread_count_{std::max(1U, thread_count)} {
  if (thread_count_ > 1) {
    threads_ = std::make_unique<Threads>(thread_count_ - 1);
  }
}

WorkerPool::~WorkerPool() = default;

bool WorkerPool::run(std::int64_t count, std::int64_t grain, RangeFunction function, const void* body) {
  if (count <= 0) {
    return true;
  }
  if (grain <= 0) {
    grain = std::max<std::int64_t>(1, count / (ranges_per_thread * thread_count_));
  }
  // Every thread adds the grain to `next` once more when there is nothing left, which must not overflow.
  grain = std::min(grain, std::numeric_limits<std::int64_t>::max() / (4 * thread_count_));
  const std::int64_t range_count = (count - 1) / grain + 1;
  const auto helper_count = std::min<std::int64_t>(thread_count_ - 1, range_count - 1);
  const auto sweep = std::make_shared<Sweep>(function, body, count, grain, helper_count);
  call_helpers(sweep, 0);
  sweep->work();
  sweep->wait();
  return !sweep->failed.load(std::memory_order_relaxed);
}

void WorkerPool::help(const std::shared_ptr<Sweep>& sweep, std::int64_t helper) {
  if (sweep->has_ranges()) {
    call_helpers(sweep, helper);
    sweep->work();
  }
}

/// Waking a thread costs microseconds, so each wakes two others: a tree in which the caller of for_ranges is 0.
void WorkerPool::call_helpers(const std::shared_ptr<Sweep>& sweep, std::int64_t caller) noexcept {
  for (std::int64_t helper = 2 * caller + 1; helper <= 2 * caller + 2 && helper <= sweep->helper_count; ++helper) {
    try {
      threads_->Submit([this, sweep, helper] { help(sweep, helper); });
    } catch (...) {
      // No memory for the message: who is there already does the work.
      return;
    }
  }
}

}  // namespace texelscope::gpu::cpu
