#pragma once

#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "texelscope/gpu/call_observer.h"
#include "texelscope/gpu/handle.h"
#include "texelscope/gpu/status.h"
#include "texelscope/kernels/index.h"

namespace texelscope::gpu {

class ActivityLog;
struct TraceSpan;

/// From when to when, on CallClock.
struct ActivitySpan {
  CallClock::time_point start;
  CallClock::time_point end;
};

/// How a launch runs its kernel.
struct LaunchConfiguration {
  /// Its type or function, as a trace writes it.
  std::string kernel;
  kernels::LaunchExtent grid{};   ///< Blocks. The CPU device runs the same indices without blocks.
  kernels::LaunchExtent block{};  ///< Threads of a block.
  std::int64_t shared_bytes = 0;  ///< Dynamic shared memory of a block.
};

/// One driver call: when the host made it, and when its stream did what it asks for.
struct ActivityRecord {
  /// Counts the calls from 1.
  std::uint64_t number = 0;
  /// The driver API function that the call stands for; has static storage duration.
  std::string_view name;
  WorkKind kind = WorkKind::host;  ///< What it asks of its stream.
  /// As in an error: "size_bytes=16, stream=0x100".
  std::string arguments;
  /// None for a call that is ordered on no stream. The default stream's handle is 0.
  std::optional<StreamHandle> stream;
  /// The stream's name at that time; empty for none.
  std::string stream_name{};
  std::optional<LaunchConfiguration> launch{};  ///< Of a launch alone.
  /// Small numbers, in the order in which threads appear.
  std::uint64_t thread = 0;
  ActivitySpan host{};  ///< From when to when the host was in the call.
  /// From when the stream got to the call to when it was past it, measured by events of the device around it
  /// (cuEventElapsedTime). None for a call that schedules nothing, that failed, whose events have not been reached, or
  /// that was made while a stream captured. What other threads schedule on the stream meanwhile counts in.
  std::optional<ActivitySpan> device{};
  Status status = Status::success;  ///< What the call returned.
  /// The event that the call records or waits for.
  EventHandle event{};
  /// Of a wait: the number of the record that it waits for; 0 for none, or one from before the log was on.
  std::uint64_t waits_for = 0;
};

/// Takes the times of all driver calls of the devices that are opened with it (DeviceOptions::stream_profiler), as long
/// as it is on. Each call that schedules work then costs two records of events and a text; while it is off, one read of
/// a flag. A device opened without it has nothing of this.
class StreamProfiler {
 public:
  /// Off at first. Keeps the last `capacity` ≥ 1 calls. @throws InvalidArgument for 0.
  explicit StreamProfiler(std::size_t capacity = 8192);
  ~StreamProfiler();
  StreamProfiler(const StreamProfiler&) = delete;
  StreamProfiler& operator=(const StreamProfiler&) = delete;
  /// Whether times are taken.
  void set_on(bool is_on) noexcept;
  [[nodiscard]] bool is_on() const noexcept;

  /// The kept calls, oldest first, with the device's times as far as they are known by now. Asks the devices, from any
  /// thread, without waiting for their work.
  [[nodiscard]] std::vector<ActivityRecord> records();
  /// Of those, the calls from `number` on; for readers that keep what they have read. A call that had no device times
  /// may have them later.
  [[nodiscard]] std::vector<ActivityRecord> records_from(std::uint64_t number);
  /// Forgets the kept calls; numbers go on.
  void clear();

  /// For the library's own drivers.
  [[nodiscard]] ActivityLog& log() noexcept { return *log_; }

 private:
  std::unique_ptr<ActivityLog> log_;
};

/// A range that its thread named (NamedRange, NVTX's push and pop) and has ended.
struct NamedSpan {
  /// As long as the records are there.
  std::string_view name;
  ActivitySpan time;
  /// The thread's and the number of the call that began it, as records count them.
  std::uint64_t thread = 0;
  std::uint64_t number = 0;
};

/// The ranges that begin and end in these records, in the order in which they began: one inside another comes after it.
[[nodiscard]] std::vector<NamedSpan> named_spans(std::span<const ActivityRecord> records);

/// Writes records, whose numbers have no gaps, in Chrome's trace event format: each call in the lane of its thread and,
/// where its time is known, in that of its stream, by the stream's name; launches there by their kernel, with grid and
/// block; named ranges around the calls of their thread; an arrow from the record of an event to each wait for it;
/// spans in their lanes. Times count from the first.
void write_chrome_json(std::span<const ActivityRecord> records, std::span<const TraceSpan> spans, std::ostream& out);

}  // namespace texelscope::gpu
