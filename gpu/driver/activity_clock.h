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

/// Measures when the streams of a device get to calls: events with timing around each, related to the host's clock by
/// an event whose time the host knows. Uses the driver below the observers.
class ActivityClock {
 public:
  /// A point in time that the host and the device both know.
  struct Base {
    EventHandle event{};
    CallClock::time_point time;
  };
  /// The events around one call, and the base that its times count from.
  struct Bracket {
    EventHandle start{};
    EventHandle end{};
    std::shared_ptr<const Base> base;
  };

  ActivityClock(Driver& driver, ActivityLog& log) : driver_{driver}, log_{log} {}

  /// Before the call: records the bracket's start on `stream`. None while a stream captures, when too many calls wait
  /// for their times, or when the driver refuses.
  [[nodiscard]] std::optional<Bracket> begin(StreamHandle stream) noexcept;
  /// Right after the call: records the bracket's end. False when the driver refuses.
  [[nodiscard]] bool end(const Bracket& bracket, StreamHandle stream) noexcept;
  /// Takes the bracket back; the record of that number gets its times once they are known, 0 is for none.
  void keep(Bracket bracket, std::uint64_t number) noexcept;

  /// Tells of a capture that begins or ends. Meanwhile nothing is recorded, which would become part of the graph, and
  /// no event is asked, which a capture of global mode does not stand.
  void count_capture(int change) noexcept;

  /// Writes the times of calls that their streams have passed into the log, and now and then makes a base, since times
  /// become less exact with the distance from it.
  void collect() noexcept;
  /// Gives back what it made of the device, which is about to end.
  void release() noexcept;

 private:
  struct Pending {
    std::uint64_t number = 0;
    Bracket bracket;
  };

  static constexpr std::size_t max_brackets = 2048;

  [[nodiscard]] EventHandle make_event() noexcept;
  void drop(EventHandle event) noexcept;
  /// Makes the base that calls are timed by from now on. @throws std::bad_alloc.
  [[nodiscard]] bool renew_base();
  [[nodiscard]] std::optional<Bracket> take_bracket();
  void release(Bracket bracket) noexcept;
  void collect_locked() noexcept;
  /// False as long as the device is not past the call.
  [[nodiscard]] bool resolve(const Pending& pending) noexcept;

  Driver& driver_;
  ActivityLog& log_;
  std::mutex mutex_;
  std::deque<Pending> pending_;
  std::vector<Bracket> spare_;
  std::size_t bracket_count_ = 0;
  /// For base events alone, so that they wait for nobody's work.
  StreamHandle stream_{};
  std::shared_ptr<const Base> base_;
  /// Older ones that pending calls still refer to.
  std::vector<std::shared_ptr<const Base>> bases_;
  int captures_ = 0;
};

}  // namespace texelscope::gpu::driver
