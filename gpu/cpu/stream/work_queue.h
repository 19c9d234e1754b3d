#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>

#include "texelscope/gpu/status.h"

namespace texelscope::gpu::cpu {

/// A queue of work that runs in order, on a separate thread that starts with the first work: a stream of the CPU
/// device.
class WorkQueue {
 public:
  /// Must not throw.
  using Work = std::function<void()>;

  WorkQueue() = default;
  /// Waits for the remaining work.
  ~WorkQueue();
  WorkQueue(const WorkQueue&) = delete;
  WorkQueue& operator=(const WorkQueue&) = delete;

  /// False when closed. @throws std::bad_alloc; std::system_error when the thread cannot be started.
  [[nodiscard]] bool schedule(Work work);
  /// Schedules work that is skipped after stop().
  [[nodiscard]] bool schedule_unless_stopped(Work work);
  /// Adds work after unfinished work, closed or not; drops it if all work has finished. @throws std::bad_alloc.
  void schedule_if_busy(const Work& work);

  [[nodiscard]] bool is_idle() const;
  /// Waits for all work scheduled so far.
  void wait() const;

  /// Called by work of this queue if later work cannot be correct. The first reason is kept.
  void stop(Status why) noexcept;
  /// The reason why the queue was stopped; success if it was not.
  [[nodiscard]] Status status() const noexcept { return status_.load(std::memory_order_acquire); }

  /// Accepts no more work. Scheduled work still runs.
  void close();
  /// Whether the queue is closed and its thread has finished, so that destroying it does not wait.
  [[nodiscard]] bool has_ended() const;

 private:
  struct Item {
    Work work;
    bool is_left_out_when_stopped = false;
  };

  [[nodiscard]] bool schedule(Item item);
  void run();

  mutable std::mutex mutex_;
  std::condition_variable arrived_;
  mutable std::condition_variable progress_;
  std::deque<Item> work_;
  std::uint64_t scheduled_ = 0;
  std::uint64_t done_ = 0;
  bool is_closed_ = false;
  bool is_running_ = false;
  std::atomic<Status> status_{Status::success};
  std::thread thread_;
};

}  // namespace texelscope::gpu::cpu
