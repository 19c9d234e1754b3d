#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <vector>

#include "texelscope/gpu/file_descriptor.h"
#include "texelscope/gpu/handle_owner.h"
#include "texelscope/gpu/memory_resource.h"

namespace texelscope::gpu {

class MemoryPoolBox;

/// Statistics of a pool in bytes (cuMemPoolGetAttribute). "High" is the maximum since the pool was created.
struct MemoryPoolAttributes {
  /// Freed memory that the pool retains when its streams are synchronized.
  std::uint64_t release_threshold_bytes = 0;
  /// Memory that the pool has reserved from the system.
  std::uint64_t reserved_bytes = 0;
  std::uint64_t reserved_high_bytes = 0;
  /// Memory currently allocated from the pool.
  std::uint64_t used_bytes = 0;
  std::uint64_t used_high_bytes = 0;
};

/// Common base of pools: memory freed in stream order is retained for the next allocation; memory beyond the release
/// threshold is returned to the system.
class PoolMemoryResource : public MemoryResource {
 public:
  static constexpr std::uint64_t keep_everything = std::numeric_limits<std::uint64_t>::max();
  /// Current statistics of the pool.
  [[nodiscard]] MemoryPoolAttributes attributes() const;
  /// The amount of freed memory that the pool retains; with `keep_everything`, it releases none
  /// (CU_MEMPOOL_ATTR_RELEASE_THRESHOLD).
  void set_release_threshold(std::uint64_t bytes) const;
  /// Releases freed memory to the system until no more than `min_bytes_to_keep` is reserved (cuMemPoolTrimTo).
  /// Allocated memory, and memory that a stream has yet to free, is not released.
  void trim(std::size_t min_bytes_to_keep) const;
  [[nodiscard]] MemoryPoolHandle handle() const;  ///< The driver's pool.

 protected:
  explicit PoolMemoryResource(std::shared_ptr<MemoryPoolBox> box);
  [[nodiscard]] MemoryPoolBox& pool() const;
};

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

struct PinnedMemoryResourceOptions {
  std::uint64_t release_threshold_bytes = 0;  ///< As for PoolMemoryResource::set_release_threshold.
  /// The maximum that the pool may reserve from the system; with 0, the system decides.
  std::uint64_t max_size_bytes = 0;
};

/// Pinned host memory from a pool (CU_MEM_LOCATION_TYPE_HOST), allocated in stream order and accessible from host and
/// device. The host may use it after the stream has reached the allocation.
class PinnedMemoryResource : public PoolMemoryResource {
 public:
  /// @throws Unavailable if the device or its driver has no pools of host memory.
  [[nodiscard]] static PinnedMemoryResource from_options(const Device& device,
                                                         const PinnedMemoryResourceOptions& options);

 private:
  explicit PinnedMemoryResource(std::shared_ptr<MemoryPoolBox> box);
};

}  // namespace texelscope::gpu
