#pragma once

#include <memory>

#include "texelscope/gpu/device.h"
#include "texelscope/gpu/handle.h"

namespace texelscope::gpu {

class EventBox;

struct EventOptions {
  /// Whether elapsed_ms may be asked of it. An event without timing is cheaper.
  bool has_timing = false;
};

/// A point in the work of a stream, set by Stream::record. A cheap reference that keeps its device alive.
class Event {
 public:
  /// Waits until the recorded point is reached. An event that was never recorded is reached at once.
  void synchronize() const;
  /// Whether the recorded point has been reached.
  [[nodiscard]] bool is_done() const;

  [[nodiscard]] EventHandle handle() const noexcept;
  [[nodiscard]] Device device() const;
  [[nodiscard]] bool is_closed() const noexcept { return box_ == nullptr; }
  /// Drops this reference; closing again is nothing.
  void close() noexcept { box_.reset(); }

  explicit Event(std::shared_ptr<EventBox> box) : box_{std::move(box)} {}
  [[nodiscard]] const std::shared_ptr<EventBox>& box() const noexcept { return box_; }

 private:
  std::shared_ptr<EventBox> box_;
};

/// Milliseconds from `start` to `end`. Both need timing, must have been recorded and be done.
/// @throws DriverError (not_ready) when one is not done, InvalidArgument when one has no timing.
[[nodiscard]] double elapsed_ms(const Event& start, const Event& end);

}  // namespace texelscope::gpu
