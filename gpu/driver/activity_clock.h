#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "gpu/driver/activity_log.h"
#include "gpu/driver/driver.h"

namespace texelscope::gpu::driver {

/// Measures when the streams of a device reach calls: events with timing around each, related to the host clock by an
/// event whose time the host knows. Uses the driver below the observers.
class ActivityClock {
 public:
  /// A point in time on the clocks of both the host and the device.
  struct Base {
    EventHandle event{};
    CallClock::time_point time;
  };
  /// The events around one call, and the base of its times.
  struct Bracket {
    EventHandle start{};
    EventHandle end{};
    std::shared_ptr<const Base> base;
  };

  ActivityClock(Driver& driver, ActivityLog& log) : driver_{driver}, log_{log} {}

  /// Called before the call: records the bracket's start on `stream`. Returns none while a stream captures, when too
  /// many calls wait for their times, or when the driver fails.
  [[nodiscard]] std::optional<Bracket> begin(StreamHandle stream) noexcept;
  /// Called right after the call: records the bracket's end. False when the driver fails.
  [[nodiscard]] bool end(const Bracket& bracket, StreamHandle stream) noexcept;
  /// Accepts the finished bracket; the record with this number receives its times once they are known; 0 means that
  /// there is no record.
  void keep(Bracket bracket, std::uint64_t number) noexcept;

  /// Notifies the clock that a capture begins or ends. During a capture, no event is recorded, which would become part
  /// of the graph, and none is queried, which a global-mode capture forbids.
  void count_capture(int change) noexcept;

  /// Writes the times of finished calls into the log, and occasionally creates a new base, because times become less
  /// accurate the further they are from the base.
  void collect() noexcept;
  /// Destroys the clock's objects on the device, which is about to be closed.
  void release() noexcept;

 private:
  struct Pending {
    std::uint64_t number = 0;
    Bracket bracket;
  };

  static constexpr std::size_t max_brackets = 2048;

  [[nodiscard]] EventHandle make_event() noexcept;
  void drop(EventHandle event) noexcept;
  /// Creates the base for the times of later calls. @throws std::bad_alloc.
  [[nodiscard]] bool renew_base();
  [[nodiscard]] std::optional<Bracket> take_bracket();
  void release(Bracket bracket) noexcept;
  void collect_locked() noexcept;
  /// False until the device has executed the call.
  [[nodiscard]] bool resolve(const Pending& pending) noexcept;

  Driver& driver_;
  ActivityLog& log_;
  std::mutex mutex_;
  std::deque<Pending> pending_;
  std::vector<Bracket> spare_;
  std::size_t bracket_count_ = 0;
  /// Used only for base events, so that they wait for no other work.
  StreamHandle stream_{};
  std::shared_ptr<const Base> base_;
  /// Older bases that pending calls still refer to.
  std::vector<std::shared_ptr<const Base>> bases_;
  int captures_ = 0;
};

}  // namespace texelscope::gpu::driver
