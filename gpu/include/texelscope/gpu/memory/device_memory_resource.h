#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "texelscope/gpu/device.h"
#include "texelscope/gpu/file_descriptor.h"
#include "texelscope/gpu/handle.h"
#include "texelscope/gpu/handle_owner.h"
#include "texelscope/gpu/memory/pool_memory_resource.h"

namespace texelscope::gpu {

class MemoryPoolBox;

struct DeviceMemoryResourceOptions {
  std::uint64_t release_threshold_bytes = 0;  ///< As for PoolMemoryResource::set_release_threshold.
  /// The maximum that the pool may reserve from the system; with 0, the system decides.
  std::uint64_t max_size_bytes = 0;
  /// Whether other processes can open the pool and its buffers.
  bool is_interprocess = false;
};

/// Device memory from a pool (CUmemoryPool): allocated and freed in stream order, without blocking.
class DeviceMemoryResource : public PoolMemoryResource {
 public:
  /// A new pool.
  /// @throws Unavailable if the device has no memory pools, or if an interprocess pool is requested and the device has
  /// none.
  [[nodiscard]] static DeviceMemoryResource from_options(const Device& device,
                                                         const DeviceMemoryResourceOptions& options);
  /// The pool used by Device::allocate (cuDeviceGetMemPool). @throws Unavailable as above.
  [[nodiscard]] static DeviceMemoryResource from_current_pool(const Device& device);
  /// The pool that the driver created with the device (cuDeviceGetDefaultMemPool). @throws Unavailable as above.
  [[nodiscard]] static DeviceMemoryResource from_default_pool(const Device& device);
  /// A pool of device memory created elsewhere (CUmemoryPool, cudaMemPool_t). Whether other processes can open it is
  /// only known when ipc_descriptor() is called.
  /// @throws InvalidArgument for null, or a destroyed pool (cuMemPoolGetAttribute).
  [[nodiscard]] static DeviceMemoryResource from_handle(const Device& device, MemoryPoolHandle handle,
                                                        const HandleOwner& owner = {});
  /// A pool that another process exported with ipc_descriptor(). Nothing can be allocated from it; it is meant for
  /// Buffer::from_ipc_descriptor. The caller keeps ownership of `descriptor`.
  /// @throws InvalidArgument for a closed descriptor; DriverError (invalid_value) for a descriptor that is not a
  /// pool's.
  [[nodiscard]] static DeviceMemoryResource from_ipc_descriptor(const Device& device, const FileDescriptor& descriptor);

  /// The pool as a file descriptor to send to another process (SCM_RIGHTS, inheritance).
  /// @throws InvalidState unless the pool was created with is_interprocess.
  [[nodiscard]] FileDescriptor ipc_descriptor() const;
  [[nodiscard]] bool is_interprocess() const;  ///< Whether it was created with is_interprocess.
  /// Whether the pool belongs to another process.
  [[nodiscard]] bool is_imported() const;

  /// Sets the devices, besides the pool's own, whose kernels may access its memory (cuMemPoolSetAccess), replacing the
  /// previous ones. @throws InvalidArgument, without any change, if one of them cannot access the device
  /// (Device::can_access).
  void set_peer_access(std::span<const Device> devices) const;
  [[nodiscard]] std::vector<DeviceId> peer_access() const;

 private:
  explicit DeviceMemoryResource(std::shared_ptr<MemoryPoolBox> box);
};

}  // namespace texelscope::gpu
