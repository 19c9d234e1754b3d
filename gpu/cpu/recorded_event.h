#pragma once

#include <memory>
#include <mutex>

#include "gpu/cpu/shared_event.h"

namespace texelscope::gpu::cpu {

/// An event of the CPU device: the point it was last recorded at.
struct RecordedEvent {
  bool has_timing = false;
  mutable std::mutex mutex;
  /// None before the first record.
  std::shared_ptr<EventPoint> point;
  /// Of an event that processes share: then the last point is whoever recorded last.
  std::shared_ptr<SharedFile> file;

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
