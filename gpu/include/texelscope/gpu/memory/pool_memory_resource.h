#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>

#include "texelscope/gpu/handle.h"
#include "texelscope/gpu/memory/memory_resource.h"

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

}  // namespace texelscope::gpu
