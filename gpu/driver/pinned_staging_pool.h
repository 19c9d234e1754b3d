#pragma once

#include <cstddef>
#include <mutex>
#include <vector>

#include "texelscope/gpu/handle.h"

namespace texelscope::gpu {

class DeviceBox;

/// Page-locked buffers of one size that pageable memory is copied through. Making one takes a millisecond, so a few
/// stay for the next copy, until the device ends.
class PinnedStagingPool {
 public:
  static constexpr std::size_t size_bytes = std::size_t{2} << 20;

  /// A buffer that nobody else uses. @throws DriverError (cuMemHostAlloc).
  [[nodiscard]] DevicePointer take(DeviceBox& device);
  /// Work on the buffer must be done.
  void release(DeviceBox& device, DevicePointer stage) noexcept;
  /// Frees those that stayed.
  void free_all(DeviceBox& device) noexcept;

 private:
  static constexpr std::size_t max_spare = 16;

  std::mutex mutex_;
  std::vector<DevicePointer> spare_ = [] {
    std::vector<DevicePointer> spare;
    spare.reserve(max_spare);
    return spare;
  }();
};

}  // namespace texelscope::gpu
