#pragma once

#include <cstddef>
#include <memory>
#include <utility>

#include "gpu/driver/device_box.h"
#include "texelscope/gpu/handle.h"

namespace texelscope::gpu {

/// What is mapped from it holds this box and is given back first, as the driver wants it (cuDestroyExternalMemory).
class ExternalMemoryBox {
 public:
  ExternalMemoryBox(std::shared_ptr<DeviceBox> device, const driver::ExternalMemoryImport& import)
      : device_{std::move(device)},
        size_bytes_{import.size_bytes},
        host_memory_{import.host_memory},
        handle_{device_->call(import).memory} {}
  ~ExternalMemoryBox() { device_->clean_up(driver::ExternalMemoryDestroy{handle_}); }
  ExternalMemoryBox(const ExternalMemoryBox&) = delete;
  ExternalMemoryBox& operator=(const ExternalMemoryBox&) = delete;

  [[nodiscard]] const std::shared_ptr<DeviceBox>& device() const noexcept { return device_; }
  [[nodiscard]] std::size_t size_bytes() const noexcept { return size_bytes_; }
  /// 0 for memory from a file descriptor.
  [[nodiscard]] DevicePointer host_memory() const noexcept { return host_memory_; }
  [[nodiscard]] ExternalMemoryHandle handle() const noexcept { return handle_; }

 private:
  std::shared_ptr<DeviceBox> device_;
  std::size_t size_bytes_;
  DevicePointer host_memory_;
  ExternalMemoryHandle handle_;
};

}  // namespace texelscope::gpu
