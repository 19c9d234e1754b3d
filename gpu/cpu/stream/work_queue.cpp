#include "gpu/cpu/stream/work_queue.h"

#include <utility>

#include "gpu/cpu/make_driver.h"
#include "gpu/threads/thread_niceness.h"
#include "texelscope/gpu/error.h"

namespace texelscope::gpu::cpu {

WorkQueue::~WorkQueue() {
  close();
  if (thread_.joinable()) {
    thread_.join();
  }
}

bool WorkQueue::schedule(Work work) { return schedule(Item{std::move(work)}); }

bool WorkQueue::schedule_unless_stopped(Work work) { return schedule(Item{std::move(work), true}); }

bool WorkQueue::schedule(Item item) {
  {
    const std::lock_guard lock{mutex_};
    if (is_closed_) {
      return false;
    }
    if (!thread_.joinable()) {
      thread_ = std::thread{[this] { run(); }};
      is_running_ = true;
    }
    work_.push_back(std::move(item));
    ++scheduled_;
  }
  arrived_.notify_one();
  return true;
}

void WorkQueue::schedule_if_busy(const Work& work) {
  const std::lock_guard lock{mutex_};
  if (done_ != scheduled_) {
    work_.push_back(Item{work});
    ++scheduled_;
    arrived_.notify_one();
  }
}

bool WorkQueue::is_idle() const {
  const std::lock_guard lock{mutex_};
  return done_ == scheduled_;
}

void WorkQueue::wait() const {
  std::unique_lock lock{mutex_};
  const std::uint64_t target = scheduled_;
  progress_.wait(lock, [&] { return done_ >= target; });
}

void WorkQueue::stop(Status why) noexcept {
  Status working = Status::success;
  status_.compare_exchange_strong(working, why, std::memory_order_acq_rel);
}

void WorkQueue::close() {
  {
    const std::lock_guard lock{mutex_};
    is_closed_ = true;
  }
  arrived_.notify_one();
}

bool WorkQueue::has_ended() const {
  const std::lock_guard lock{mutex_};
  return is_closed_ && !is_running_;
}

void WorkQueue::run() {
  try {
    raise_niceness(choose_niceness());
  } catch (const Unavailable&) {
    // The environment variable has changed since the device was opened.
  }
  std::unique_lock lock{mutex_};
  while (true) {
    arrived_.wait(lock, [this] { return !work_.empty() || is_closed_; });
    if (work_.empty()) {
      break;
    }
    Item next = std::move(work_.front());
    work_.pop_front();
    lock.unlock();
    if (!next.is_left_out_when_stopped || status() == Status::success) {
      next.work();
    }
    // The work's objects are released before the work counts as finished, so that their memory is free after a stream
    // has been synchronized.
    next.work = nullptr;
    lock.lock();
    ++done_;
    progress_.notify_all();
  }
  is_running_ = false;
}

}  // namespace texelscope::gpu::cpu
