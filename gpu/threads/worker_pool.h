#pragma once

#include <condition_variable>
#include <cstdint>
#include <list>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

namespace texelscope::gpu {

/// The threads that share the work of kernels and of large copies. Any number of threads may use it concurrently: each
/// thread contributes to its own work, which progresses even if the pool is busy with or stuck in other work, and no
/// pool thread sleeps while it could share work.
class WorkerPool {
 public:
  /// `thread_count` ≥ 1 includes the thread that calls for_ranges: the pool has one thread fewer, with this niceness.
  /// @throws std::system_error or std::bad_alloc when the threads cannot be started.
  explicit WorkerPool(unsigned thread_count, int niceness = 0);
  /// No call of for_ranges may be in progress.
  ~WorkerPool();
  WorkerPool(const WorkerPool&) = delete;
  WorkerPool& operator=(const WorkerPool&) = delete;

  [[nodiscard]] unsigned thread_count() const noexcept { return thread_count_; }

  /// Calls `body(first, end)` for ranges that cover 0 … count − 1, concurrently and in any order, and waits for all of
  /// them. `grain` is the length of a range; 0 chooses a length that balances the threads. After an exception from
  /// `body`, ranges that have not begun are skipped. Returns whether no exception occurred. @throws std::bad_alloc.
  template <class Body>
  bool for_ranges(std::int64_t count, std::int64_t grain, const Body& body) {
    return run(count, grain, &call<Body>, &body);
  }

 private:
  using RangeFunction = void (*)(const void* body, std::int64_t first, std::int64_t end);
  struct Sweep;

  template <class Body>
  static void call(const void* body, std::int64_t first, std::int64_t end) {
    (*static_cast<const Body*>(body))(first, end);
  }

  bool run(std::int64_t count, std::int64_t grain, RangeFunction function, const void* body);
  void help();
  [[nodiscard]] std::shared_ptr<Sweep> take_sweep();
  void end() noexcept;

  unsigned thread_count_;
  std::mutex mutex_;
  std::condition_variable arrived_;
  /// Work that further threads can share.
  std::list<std::shared_ptr<Sweep>> sweeps_;
  bool has_ended_ = false;
  std::vector<std::thread> threads_;
};

/// The threads of this process for copies of host memory, one per processor; started on first use. @throws
/// std::system_error or std::bad_alloc if they cannot be started.
[[nodiscard]] WorkerPool& host_workers();

}  // namespace texelscope::gpu
