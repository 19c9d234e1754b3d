#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "gpu/object/memory/memory_resource_box.h"

namespace texelscope::gpu {

/// A driver pool: created and destroyed by this object, owned by the device, or owned by another process.
class MemoryPoolBox final : public MemoryResourceBox {
 public:
  /// A new pool.
  MemoryPoolBox(const std::shared_ptr<DeviceBox>& device, const driver::MemoryPoolCreate& create);
  /// A pool of device memory that was created elsewhere.
  MemoryPoolBox(const std::shared_ptr<DeviceBox>& device, MemoryPoolHandle pool, const HandleOwner& owner);
  /// A pool of the device.
  MemoryPoolBox(const std::shared_ptr<DeviceBox>& device, driver::DevicePool which);
  /// A pool of another process.
  MemoryPoolBox(const std::shared_ptr<DeviceBox>& device, const FileDescriptor& descriptor);

  [[nodiscard]] MemoryPoolHandle handle() const noexcept { return pool_.handle(); }
  [[nodiscard]] bool is_interprocess() const noexcept { return is_interprocess_; }
  [[nodiscard]] bool is_imported() const noexcept { return is_imported_; }

  DevicePointer allocate(std::size_t size_bytes, const std::shared_ptr<StreamBox>& order) override;
  void deallocate(DevicePointer pointer, std::size_t size_bytes,
                  const std::shared_ptr<StreamBox>& order) noexcept override;

  /// Exports the pool to another process. @throws DriverError.
  [[nodiscard]] FileDescriptor export_pool();
  [[nodiscard]] driver::MemoryPoolExportPointer export_pointer(DevicePointer pointer);

  void set_peer_access(std::span<const Device> devices);
  [[nodiscard]] std::vector<DeviceId> peers() const;

 private:
  DeviceObject<MemoryPoolHandle, driver::MemoryPoolDestroy> pool_;
  bool is_interprocess_ = false;
  bool is_imported_ = false;
  std::atomic<bool> is_exported_{false};
  mutable std::mutex mutex_;
  std::vector<DeviceId> peers_;
};

}  // namespace texelscope::gpu
