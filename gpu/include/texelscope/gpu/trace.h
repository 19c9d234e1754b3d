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
  WorkKind kind = WorkKind::host;  ///< What it asks of its stream.
  std::string arguments;
  StreamHandle stream;
  /// Threads are numbered from 1 in the order in which they appear.
  std::uint64_t thread = 0;
  std::int64_t start_ns = 0;        ///< When it began.
  std::int64_t end_ns = 0;          ///< When it returned.
  Status status = Status::success;  ///< What it returned.
  /// Empty for a driver call; else where the span belongs, such as "GL".
  std::string_view lane{};
  /// What went wrong with a span that is no driver call; empty when nothing did.
  std::string_view failure{};
};

/// Something other than a driver call that shall stand in the trace.
struct TraceSpan {
  /// The lane, the name and the failure must have static storage duration.
  std::string_view lane;
  std::string_view name;
  /// Empty when it went well.
  std::string_view failure{};
  CallClock::time_point start;  ///< When it began.
  CallClock::time_point end;    ///< When it ended.
};

/// Keeps the last calls of the devices it observes, and writes them as Chrome trace JSON. A ring: recording a call
/// costs the same however long the trace is, and needs memory only until the ring is full.
class Trace : public CallObserver {
 public:
  /// Keeps at most `capacity` ≥ 1 calls, of about 310 bytes each; older ones are dropped and counted.
  explicit Trace(std::size_t capacity = std::size_t{1} << 18U);
  ~Trace() override;

  void after(const CallView& call, Status status, CallClock::time_point start,
             CallClock::time_point end) noexcept override;
  /// Records what this thread did beside driver calls.
  void add(const TraceSpan& span) noexcept;

  /// The kept calls, oldest first.
  [[nodiscard]] std::vector<TraceRecord> records() const;
  [[nodiscard]] std::size_t dropped() const;  ///< How many older calls are gone.
  void clear();                               ///< Forgets all calls.

  /// Chrome's trace event format (an object with "traceEvents"): one lane for each stream, by its name and its handle,
  /// host calls by thread (calls on the default stream too, whose handle is none), spans by their lane.
  void write_chrome_json(std::ostream& out) const;

 private:
  struct Slot;

  /// The slot for the next record; null when there is no memory for it. Only under the lock.
  Slot* next_slot() noexcept;
  [[nodiscard]] std::int64_t since_began(CallClock::time_point time) const noexcept;

  /// Only under the lock.
  void keep_stream_name(const CallView& call) noexcept;
  /// By the streams' handles, as they were given; a handle that is used again has its last name.
  [[nodiscard]] std::map<std::uint64_t, std::string> stream_names() const;

  mutable std::mutex mutex_;
  /// Slots in blocks, made when the ring first reaches them.
  std::vector<std::unique_ptr<Slot[]>> blocks_;
  std::size_t capacity_;
  /// Records since the beginning or the last clear(), kept or dropped over.
  std::size_t recorded_ = 0;
  std::size_t missed_ = 0;
  std::map<std::uint64_t, std::string> stream_names_;
  CallClock::time_point began_;
};

}  // namespace texelscope::gpu
