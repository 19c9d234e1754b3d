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

/// Start and end, as times of CallClock.
struct ActivitySpan {
  CallClock::time_point start;
  CallClock::time_point end;
};

/// The configuration of a kernel launch.
struct LaunchConfiguration {
  /// The kernel's type or function, as in a trace.
  std::string kernel;
  kernels::LaunchExtent grid{};   ///< Blocks. The CPU device runs the same indices without blocks.
  kernels::LaunchExtent block{};  ///< Threads per block.
  std::int64_t shared_bytes = 0;  ///< Dynamic shared memory per block.
};

/// One driver call: when the host made it, and when its stream executed it.
struct ActivityRecord {
  /// Sequence number of the call, from 1.
  std::uint64_t number = 0;
  /// The corresponding function of the driver API; has static storage duration.
  std::string_view name;
  WorkKind kind = WorkKind::host;  ///< The call's role on its stream.
  /// Formatted as in an error: "size_bytes=16, stream=0x100".
  std::string arguments;
  /// The call's stream; empty for a call that is not stream-ordered. The default stream's handle is 0.
  std::optional<StreamHandle> stream;
  /// The stream's name at that time; empty for none.
  std::string stream_name{};
  std::optional<LaunchConfiguration> launch{};  ///< Launches only.
  /// Small numbers, in order of the threads' first call.
  std::uint64_t thread = 0;
  ActivitySpan host{};  ///< Start and end of the call on the host.
  /// Start and end of the work on the stream, measured with device events around it (cuEventElapsedTime). Empty for a
  /// call that schedules nothing, that failed, whose events have not been reached, or that was made while a stream
  /// captured. Includes work that other threads schedule on the stream in the meantime.
  std::optional<ActivitySpan> device{};
  Status status = Status::success;  ///< Result of the call.
  /// The event that the call records or waits for.
  EventHandle event{};
  /// For a wait: the number of the record that it waits for; 0 if there is none or if it was made before the profiler
  /// was enabled.
  std::uint64_t waits_for = 0;
};

/// Measures all driver calls of the devices that are opened with it (DeviceOptions::stream_profiler), while it is
/// enabled. Each call that schedules work then also costs two event records and the formatting of its arguments; while
/// the profiler is disabled, the additional cost is one read of a flag. Devices opened without it are unaffected.
class StreamProfiler {
 public:
  /// Initially disabled. Retains the last `capacity` ≥ 1 calls. @throws InvalidArgument for 0.
  explicit StreamProfiler(std::size_t capacity = 8192);
  ~StreamProfiler();
  StreamProfiler(const StreamProfiler&) = delete;
  StreamProfiler& operator=(const StreamProfiler&) = delete;
  /// Whether it is enabled.
  void set_on(bool is_on) noexcept;
  [[nodiscard]] bool is_on() const noexcept;

  /// The retained calls, oldest first, with the device times known so far. Queries the devices, from any thread,
  /// without waiting for their work.
  [[nodiscard]] std::vector<ActivityRecord> records();
  /// The retained calls from `number` on; for readers that store the calls that they have read. A call without device
  /// times may receive them later.
  [[nodiscard]] std::vector<ActivityRecord> records_from(std::uint64_t number);
  /// Discards the retained calls; numbering continues.
  void clear();

  /// For the library's own drivers.
  [[nodiscard]] ActivityLog& log() noexcept { return *log_; }

 private:
  std::unique_ptr<ActivityLog> log_;
};

/// A named range of a thread (NamedRange, NVTX's push and pop) that has ended.
struct NamedSpan {
  /// Valid as long as the records exist.
  std::string_view name;
  ActivitySpan time;
  /// The thread, and the number of the call that began the range, as in the records.
  std::uint64_t thread = 0;
  std::uint64_t number = 0;
};

/// The ranges that begin and end in these records, in order of their start: a nested range follows the enclosing one.
[[nodiscard]] std::vector<NamedSpan> named_spans(std::span<const ActivityRecord> records);

/// Writes records with consecutive numbers in Chrome's trace event format: each call in the lane of its thread and, if
/// its device time is known, in the lane of its stream, under the stream's name; launches appear there by kernel, with
/// grid and block; named ranges enclose the calls of their thread; an arrow connects each record of an event to the
/// waits for it; spans appear in their lanes. Times start at the first record.
void write_chrome_json(std::span<const ActivityRecord> records, std::span<const TraceSpan> spans, std::ostream& out);

}  // namespace texelscope::gpu
