#pragma once

#include <memory>
#include <mutex>
#include <optional>

#include "gpu/cpu/capture_set.h"
#include "gpu/cpu/event_point.h"

namespace texelscope::gpu::cpu {

/// An event of the CPU device: the point it was last recorded at.
struct RecordedEvent {
  bool has_timing = false;
  mutable std::mutex mutex;
  /// None before the first record.
  std::shared_ptr<EventPoint> point;

  /// Set while the last record was one that a capture recorded.
  std::optional<CapturedPoint> captured;

  [[nodiscard]] std::optional<CapturedPoint> captured_point() const {
    const std::lock_guard lock{mutex};
    return captured;
  }
  [[nodiscard]] std::shared_ptr<EventPoint> last_point() const {
    const std::lock_guard lock{mutex};
    return point;
  }
};

}  // namespace texelscope::gpu::cpu
