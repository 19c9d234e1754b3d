#pragma once

#include <cstdint>
#include <memory>

#include "texelscope/gpu/device.h"
#include "texelscope/gpu/memory/pool_memory_resource.h"

namespace texelscope::gpu {

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
