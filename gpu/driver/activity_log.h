#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <mutex>
#include <vector>

#include "texelscope/gpu/stream_profiler.h"

namespace texelscope::gpu {

/// A source of the times at which calls of the log ran on their stream: the driver of an open device.
class WorkSource {
 public:
  /// Writes the times known so far into the log. Does not wait.
  virtual void collect() noexcept = 0;

 protected:
  ~WorkSource() = default;
};

/// The records behind StreamProfiler, written by the drivers of devices. Sources are queried with no other lock held.
class ActivityLog {
 public:
  explicit ActivityLog(std::size_t capacity) : capacity_{capacity} {}

  void set_on(bool is_on) noexcept { is_on_.store(is_on, std::memory_order_relaxed); }
  [[nodiscard]] bool is_on() const noexcept { return is_on_.load(std::memory_order_relaxed); }

  /// Assigns the record its number; 0 if there is no memory for the record.
  std::uint64_t add(ActivityRecord record) noexcept;
  /// Does nothing for a record that is no longer stored.
  void set_device_span(std::uint64_t number, ActivitySpan span) noexcept;

  /// @throws std::bad_alloc.
  void attach(WorkSource& source);
  /// Waits until no thread queries the source, which may then be destroyed. Does nothing if it is not attached.
  void detach(WorkSource& source) noexcept;
  void collect() noexcept;

  [[nodiscard]] std::vector<ActivityRecord> records_from(std::uint64_t number) const;
  void clear();

 private:
  const std::size_t capacity_;
  std::atomic<bool> is_on_{false};
  std::mutex sources_mutex_;
  std::vector<WorkSource*> sources_;
  mutable std::mutex mutex_;
  /// Numbers without gaps.
  std::deque<ActivityRecord> records_;
  std::uint64_t next_number_ = 1;
};

}  // namespace texelscope::gpu
