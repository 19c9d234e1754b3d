#pragma once

#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "texelscope/gpu/call_observer.h"

namespace texelscope::gpu {

/// One recorded driver call. Times are nanoseconds since the trace began.
struct TraceRecord {
  std::string_view name;
  std::string arguments;
  StreamHandle stream;
  std::uint64_t thread = 0;
  std::int64_t start_ns = 0;
  std::int64_t end_ns = 0;
  Status status = Status::success;
};

/// Keeps the last calls of the devices it observes, and writes them as Chrome trace JSON.
class Trace : public CallObserver {
 public:
  /// Keeps at most `capacity` ≥ 1 calls; older ones are dropped and counted.
  explicit Trace(std::size_t capacity = std::size_t{1} << 20U);

  void after(const CallView& call, Status status, CallClock::time_point start,
             CallClock::time_point end) noexcept override;

  /// The kept calls, oldest first.
  [[nodiscard]] std::vector<TraceRecord> records() const;
  [[nodiscard]] std::size_t dropped() const;
  void clear();

  /// Chrome's trace event format (an object with "traceEvents"): one lane for each stream, host calls by thread (calls
  /// on the default stream too, whose handle is none).
  void write_chrome_json(std::ostream& out) const;

 private:
  mutable std::mutex mutex_;
  std::vector<TraceRecord> records_;
  std::size_t capacity_;
  std::size_t next_ = 0;
  std::size_t dropped_ = 0;
  CallClock::time_point began_;
};

}  // namespace texelscope::gpu
