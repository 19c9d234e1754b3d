#pragma once

#include <memory>
#include <mutex>
#include <optional>

#include "gpu/cpu/graph/capture_set.h"
#include "gpu/cpu/stream/shared_event.h"

namespace texelscope::gpu::cpu {

/// An event of the CPU device: the point it was last recorded at.
struct RecordedEvent {
  bool has_timing = false;
  mutable std::mutex mutex;
  /// None before the first record.
  std::shared_ptr<EventPoint> point;
  /// Of an event that processes share: then the last point is whoever recorded last.
  std::shared_ptr<SharedFile> file;

  /// Set while the last record was one that a capture recorded.
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
