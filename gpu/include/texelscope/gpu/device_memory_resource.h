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

/// Figures of a pool, in bytes (cuMemPoolGetAttribute). "High" is the most since the pool was made.
struct MemoryPoolAttributes {
  /// What the pool keeps of freed memory when its streams are waited for.
  std::uint64_t release_threshold_bytes = 0;
  /// What the pool has taken from the system.
  std::uint64_t reserved_bytes = 0;
  std::uint64_t reserved_high_bytes = 0;
  /// What is allocated from it.
  std::uint64_t used_bytes = 0;
  std::uint64_t used_high_bytes = 0;
};

/// What all pools share: memory freed in the order of its stream is kept for the next allocation, and goes back to the
/// system beyond the release threshold.
class PoolMemoryResource : public MemoryResource {
 public:
  static constexpr std::uint64_t keep_everything = std::numeric_limits<std::uint64_t>::max();
  /// What the pool has, uses and may keep now.
  [[nodiscard]] MemoryPoolAttributes attributes() const;
  /// How much freed memory the pool keeps; `keep_everything` gives none back (CU_MEMPOOL_ATTR_RELEASE_THRESHOLD).
  void set_release_threshold(std::uint64_t bytes) const;
  /// Gives freed memory back to the system until no more than `min_bytes_to_keep` is reserved (cuMemPoolTrimTo). Memory
  /// that is allocated, or freed on a stream that has not got there, stays.
  void trim(std::size_t min_bytes_to_keep) const;
  [[nodiscard]] MemoryPoolHandle handle() const;  ///< The driver's pool.

 protected:
  explicit PoolMemoryResource(std::shared_ptr<MemoryPoolBox> box);
  [[nodiscard]] MemoryPoolBox& pool() const;
};

struct DeviceMemoryResourceOptions {
  std::uint64_t release_threshold_bytes = 0;  ///< As PoolMemoryResource::set_release_threshold takes it.
  /// The most that the pool may take from the system; 0 leaves it to the system.
  std::uint64_t max_size_bytes = 0;
  /// Whether other processes can open the pool and its buffers.
  bool is_interprocess = false;
};

/// Device memory from a pool (CUmemoryPool): allocated and freed in the order of a stream, without waiting.
class DeviceMemoryResource : public PoolMemoryResource {
 public:
  /// A pool of its own.
  /// @throws Unavailable when the device has no memory pools, or none for other processes where that is asked for.
  [[nodiscard]] static DeviceMemoryResource from_options(const Device& device,
                                                         const DeviceMemoryResourceOptions& options);
  /// The pool that Device::allocate uses (cuDeviceGetMemPool). @throws Unavailable as above.
  [[nodiscard]] static DeviceMemoryResource from_current_pool(const Device& device);
  /// The pool that the driver made with the device (cuDeviceGetDefaultMemPool). @throws Unavailable as above.
  [[nodiscard]] static DeviceMemoryResource from_default_pool(const Device& device);
  /// A pool of device memory that others made (CUmemoryPool, cudaMemPool_t). Whether other processes can open it the
  /// driver says only when ipc_descriptor() is asked for.
  /// @throws InvalidArgument for null, or one that is destroyed (cuMemPoolGetAttribute).
  [[nodiscard]] static DeviceMemoryResource from_handle(const Device& device, MemoryPoolHandle handle,
                                                        const HandleOwner& owner = {});
  /// A pool that another process exported by ipc_descriptor(). Nothing can be allocated from it; it is what
  /// Buffer::from_ipc_descriptor takes. `descriptor` stays the caller's.
  /// @throws InvalidArgument for no descriptor; DriverError (invalid_value) for one that is of no pool.
  [[nodiscard]] static DeviceMemoryResource from_ipc_descriptor(const Device& device, const FileDescriptor& descriptor);

  /// The pool as a file descriptor to send to another process (SCM_RIGHTS, inheritance).
  /// @throws InvalidState unless the pool was made with is_interprocess.
  [[nodiscard]] FileDescriptor ipc_descriptor() const;
  [[nodiscard]] bool is_interprocess() const;  ///< Whether it was made so.
  /// Whether the pool belongs to another process.
  [[nodiscard]] bool is_imported() const;

  /// The devices whose kernels may use this pool's memory besides its own (cuMemPoolSetAccess), in place of those named
  /// before. @throws InvalidArgument, changing nothing, when one of them cannot reach the device (Device::can_access).
  void set_peer_access(std::span<const Device> devices) const;
  [[nodiscard]] std::vector<DeviceId> peer_access() const;

 private:
  explicit DeviceMemoryResource(std::shared_ptr<MemoryPoolBox> box);
};

struct PinnedMemoryResourceOptions {
  std::uint64_t release_threshold_bytes = 0;  ///< As PoolMemoryResource::set_release_threshold takes it.
  /// The most that the pool may take from the system; 0 leaves it to the system.
  std::uint64_t max_size_bytes = 0;
};

/// Page-locked host memory from a pool (CU_MEM_LOCATION_TYPE_HOST), in the order of a stream; host and device reach it.
/// The host may use it once the stream has got to the allocation.
class PinnedMemoryResource : public PoolMemoryResource {
 public:
  /// @throws Unavailable when the device or its driver has no pools of host memory.
  [[nodiscard]] static PinnedMemoryResource from_options(const Device& device,
                                                         const PinnedMemoryResourceOptions& options);

 private:
  explicit PinnedMemoryResource(std::shared_ptr<MemoryPoolBox> box);
};

}  // namespace texelscope::gpu
