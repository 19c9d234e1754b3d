#pragma once

#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "texelscope/gpu/call_observer.h"

namespace texelscope::gpu {

/// One recorded call. Times are nanoseconds since the trace began.
struct TraceRecord {
  std::string_view name;
  WorkKind kind = WorkKind::host;  ///< The call's role on its stream.
  std::string arguments;
  StreamHandle stream;
  /// Threads are numbered from 1, in order of their first call.
  std::uint64_t thread = 0;
  std::int64_t start_ns = 0;        ///< Start of the call.
  std::int64_t end_ns = 0;          ///< End of the call.
  Status status = Status::success;  ///< Result of the call.
  /// The lane of a span, such as "GL"; empty for a driver call.
  std::string_view lane{};
  /// The failure of a span that is not a driver call; empty if there was none.
  std::string_view failure{};
};

/// Something other than a driver call to include in the trace.
struct TraceSpan {
  /// The lane, the name and the failure must have static storage duration.
  std::string_view lane;
  std::string_view name;
  /// Empty on success.
  std::string_view failure{};
  CallClock::time_point start;  ///< Start of the span.
  CallClock::time_point end;    ///< End of the span.
};

/// Retains the last calls of the observed devices, and writes them as Chrome trace JSON. A ring buffer: the cost of
/// recording a call does not depend on the length of the trace, and memory is only allocated until the ring is full.
class Trace : public CallObserver {
 public:
  /// Retains at most `capacity` ≥ 1 calls of about 310 bytes each; older calls are dropped and counted.
  explicit Trace(std::size_t capacity = std::size_t{1} << 18U);
  ~Trace() override;

  void after(const CallView& call, Status status, CallClock::time_point start,
             CallClock::time_point end) noexcept override;
  /// Records work of this thread other than driver calls.
  void add(const TraceSpan& span) noexcept;

  /// The retained calls, oldest first.
  [[nodiscard]] std::vector<TraceRecord> records() const;
  [[nodiscard]] std::size_t dropped() const;  ///< Number of older calls that were dropped.
  void clear();                               ///< Discards all calls.

  /// Chrome's trace event format (an object with "traceEvents"): one lane for each stream, by its name and handle, host
  /// calls by thread (including those on the default stream, which has no handle), spans by lane.
  void write_chrome_json(std::ostream& out) const;

 private:
  struct Slot;

  /// The slot for the next record; null if out of memory. Requires the lock.
  Slot* next_slot() noexcept;
  [[nodiscard]] std::int64_t since_began(CallClock::time_point time) const noexcept;

  /// Requires the lock.
  void keep_stream_name(const CallView& call) noexcept;
  /// By stream handle, in order of naming; a reused handle has its last name.
  [[nodiscard]] std::map<std::uint64_t, std::string> stream_names() const;

  mutable std::mutex mutex_;
  /// Slots in blocks, allocated when the ring first reaches them.
  std::vector<std::unique_ptr<Slot[]>> blocks_;
  std::size_t capacity_;
  /// Records since the start or the last clear(), including dropped ones.
  std::size_t recorded_ = 0;
  std::size_t missed_ = 0;
  std::map<std::uint64_t, std::string> stream_names_;
  CallClock::time_point began_;
};

}  // namespace texelscope::gpu
