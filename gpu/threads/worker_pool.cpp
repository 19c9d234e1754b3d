#include "gpu/threads/worker_pool.h"

#include <algorithm>
#include <atomic>
#include <limits>

#include "gpu/threads/thread_niceness.h"

namespace texelscope::gpu {
namespace {

/// Ranges per thread: enough that the threads finish at about the same time.
constexpr std::int64_t ranges_per_thread = 16;

}  // namespace

/// One call of for_ranges. Helper threads share ownership, because a helper may read it after all work has finished and
/// the caller has returned; `body` is used only by threads with a range, for which the caller waits.
struct WorkerPool::Sweep {
  const RangeFunction function;
  const void* const body;
  const std::int64_t count;
  const std::int64_t grain;
  /// Guarded by the pool's mutex.
  std::int64_t helpers_wanted;

  std::atomic<std::int64_t> next{0};
  std::atomic<std::int64_t> left;
  std::atomic<bool> has_failed{false};
  std::mutex mutex;
  std::condition_variable finished;

  Sweep(RangeFunction range_function, const void* range_body, std::int64_t total, std::int64_t range,
        std::int64_t helpers)
      : function{range_function}, body{range_body}, count{total}, grain{range}, helpers_wanted{helpers}, left{total} {}

  [[nodiscard]] bool has_ranges() const noexcept { return next.load(std::memory_order_relaxed) < count; }

  void work() noexcept {
    while (has_ranges()) {
      const std::int64_t first = next.fetch_add(grain, std::memory_order_relaxed);
      if (first >= count) {
        return;
      }
      const std::int64_t end = std::min(first + grain, count);
      if (!has_failed.load(std::memory_order_relaxed)) {
        try {
          function(body, first, end);
        } catch (...) {
          has_failed.store(true, std::memory_order_relaxed);
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

WorkerPool::WorkerPool(unsigned thread_count, int niceness) : thread_count_{std::max(1U, thread_count)} {
  try {
    threads_.reserve(thread_count_ - 1);
    while (threads_.size() < thread_count_ - 1) {
      threads_.emplace_back([this, niceness] {
        raise_niceness(niceness);
        help();
      });
    }
  } catch (...) {
    end();
    throw;
  }
}

WorkerPool::~WorkerPool() { end(); }

void WorkerPool::end() noexcept {
  {
    const std::lock_guard lock{mutex_};
    has_ended_ = true;
  }
  arrived_.notify_all();
  for (std::thread& thread : threads_) {
    thread.join();
  }
}

bool WorkerPool::run(std::int64_t count, std::int64_t grain, RangeFunction function, const void* body) {
  if (count <= 0) {
    return true;
  }
  if (grain <= 0) {
    grain = std::max<std::int64_t>(1, count / (ranges_per_thread * thread_count_));
  }
  // Every thread adds the grain to `next` once more when nothing is left, which must not overflow.
  grain = std::min(grain, std::numeric_limits<std::int64_t>::max() / (4 * thread_count_));
  const std::int64_t range_count = (count - 1) / grain + 1;
  const auto helper_count = std::min<std::int64_t>(thread_count_ - 1, range_count - 1);
  const auto sweep = std::make_shared<Sweep>(function, body, count, grain, helper_count);
  if (helper_count > 0) {
    {
      const std::lock_guard lock{mutex_};
      sweeps_.push_back(sweep);
    }
    arrived_.notify_one();
  }
  sweep->work();
  if (helper_count > 0) {
    const std::lock_guard lock{mutex_};
    std::erase(sweeps_, sweep);
  }
  sweep->wait();
  return !sweep->has_failed.load(std::memory_order_relaxed);
}

void WorkerPool::help() {
  std::unique_lock lock{mutex_};
  while (true) {
    arrived_.wait(lock, [this] { return !sweeps_.empty() || has_ended_; });
    if (has_ended_) {
      return;
    }
    if (const std::shared_ptr<Sweep> sweep = take_sweep()) {
      const bool is_more_wanted = !sweeps_.empty();
      lock.unlock();
      // Waking a thread takes microseconds, so each thread wakes the next, instead of the caller waking all of them.
      if (is_more_wanted) {
        arrived_.notify_one();
      }
      sweep->work();
      lock.lock();
    }
  }
}

/// Streams take turns, so that a stream with much work does not block the pool for the others.
std::shared_ptr<WorkerPool::Sweep> WorkerPool::take_sweep() {
  std::shared_ptr<Sweep> sweep = sweeps_.front();
  const bool has_ranges = sweep->has_ranges();
  if (has_ranges && --sweep->helpers_wanted > 0) {
    sweeps_.splice(sweeps_.end(), sweeps_, sweeps_.begin());
  } else {
    sweeps_.pop_front();
  }
  return has_ranges ? sweep : nullptr;
}

WorkerPool& host_workers() {
  static WorkerPool pool{std::max(1U, std::thread::hardware_concurrency())};
  return pool;
}

}  // namespace texelscope::gpu
