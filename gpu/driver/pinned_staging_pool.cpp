
#include "gpu/driver/device_box.h"

namespace texelscope::gpu {

DevicePointer PinnedStagingPool::take(DeviceBox& device) {
  {
    const std::scoped_lock lock(mutex_);
    if (!spare_.empty()) {
      const DevicePointer stage = spare_.back();
      spare_.pop_back();
      return stage;
    }
  }
  return device.call(driver::HostAllocate{.size_bytes = size_bytes}).pointer;
}

void PinnedStagingPool::release(DeviceBox& device, DevicePointer stage) noexcept {
  {
    const std::scoped_lock lock(mutex_);
    if (spare_.size() < max_spare) {
      spare_.push_back(stage);
      return;
    }
  }
  device.clean_up(driver::HostFree{stage});
}

void PinnedStagingPool::free_all(DeviceBox& device) noexcept {
  const std::scoped_lock lock(mutex_);
  for (const DevicePointer stage : spare_) {
    device.clean_up(driver::HostFree{stage});
  }
  spare_.clear();
}

}  // namespace texelscope::gpu
