#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>

#include "gpu/cpu/graph/capture_set.h"
#include "gpu/cpu/memory/shared_file.h"
#include "gpu/cpu/stream/event_point.h"

namespace texelscope::gpu::cpu {

/// A point in a stream's work that other processes can also wait for: a number in shared memory. Points that are
/// recorded later are treated as reached later.
class SharedEventPoint final : public EventPoint {
 public:
  SharedEventPoint(std::shared_ptr<SharedFile> file, std::uint32_t number) noexcept
      : file_{std::move(file)}, number_{number} {}

  /// The next point of an event. Other processes see it as recorded from now on.
  [[nodiscard]] static std::shared_ptr<SharedEventPoint> record(const std::shared_ptr<SharedFile>& file);
  /// The last point that any process recorded; null if none did.
  [[nodiscard]] static std::shared_ptr<SharedEventPoint> last(const std::shared_ptr<SharedFile>& file);

  void reach() override;
  /// False if the process that recorded last ended before its stream reached the point.
  [[nodiscard]] bool wait() override;
  /// Interprocess events have no timestamps: an arbitrary time once the point has been reached.
  [[nodiscard]] std::optional<Clock::time_point> time() const override;

 private:
  [[nodiscard]] bool is_reached(std::uint32_t reached) const noexcept;

  std::shared_ptr<SharedFile> file_;
  std::uint32_t number_;
};

/// An event of the CPU device: the point at which it was last recorded.
struct RecordedEvent {
  bool has_timing = false;
  mutable std::mutex mutex;
  /// The last recorded point; null before the first record.
  std::shared_ptr<EventPoint> point;
  /// For an interprocess event, the last point may belong to another process.
  std::shared_ptr<SharedFile> file;

  /// Set if the last record was captured.
  std::optional<CapturedPoint> captured;

  [[nodiscard]] std::optional<CapturedPoint> captured_point() const {
    const std::lock_guard lock{mutex};
    return captured;
  }
  [[nodiscard]] std::shared_ptr<EventPoint> next_point() const {
    return file ? SharedEventPoint::record(file) : std::make_shared<EventPoint>();
  }
  [[nodiscard]] std::shared_ptr<EventPoint> last_point() const {
    if (file) {
      return SharedEventPoint::last(file);
    }
    const std::lock_guard lock{mutex};
    return point;
  }
};

}  // namespace texelscope::gpu::cpu
