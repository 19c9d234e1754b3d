#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "gpu/cpu/memory/memory_block.h"
#include "texelscope/gpu/handle.h"
#include "texelscope/gpu/memory/virtual_memory_resource.h"

namespace texelscope::gpu::cpu {

class PooledMemory;

/// The device's linear memory by address: distinguishes device memory from other memory of the process, and ranges that
/// exceed an allocation from those inside it.
class MemoryMap {
 public:
  /// Each kind is named after the call that frees it; virtual memory is mapped at reserved addresses, and graph memory
  /// is allocated by launches. External memory may overlap other allocations, including those of its kind.
  enum class Kind : unsigned char { device, host, synchronous, managed, virtual_memory, graph, external };
  enum class Place : unsigned char {
    /// The range is in no allocation of the device: pageable memory, or no memory at all.
    elsewhere,
    inside,
    /// The range starts in an allocation and exceeds it, or must not be accessed in this way.
    beyond_end,
  };
  struct Allocation {
    Kind kind = Kind::device;
    std::shared_ptr<MemoryBlock> block{};
    /// The pool that device memory returns to; null for memory of another process.
    std::shared_ptr<PooledMemory> pool{};
    MemoryAccess access = MemoryAccess::read_write;
  };

  /// @throws std::bad_alloc.
  DevicePointer insert(Allocation allocation);
  /// Removes and returns an allocation; its block is null if no live allocation of that kind starts at the address. If
  /// multiple external memories start there, the largest is removed last.
  [[nodiscard]] Allocation take(Kind kind, DevicePointer pointer);
  /// Whether a live allocation of that kind starts there.
  [[nodiscard]] bool is_start(Kind kind, DevicePointer pointer) const;
  [[nodiscard]] Place place(DevicePointer pointer, std::uint64_t size_bytes,
                            MemoryAccess needed = MemoryAccess::read_only) const;
  /// The allocation that contains the whole range, if it exists and may be read; otherwise its block is null.
  [[nodiscard]] std::shared_ptr<MemoryBlock> find(DevicePointer pointer, std::uint64_t size_bytes) const;
  /// The allocation that contains the address; its block is null if none does.
  [[nodiscard]] Allocation around(DevicePointer pointer) const;
  /// The memory of all allocations, in order of their addresses; external memory, which may overlap, is last.
  [[nodiscard]] std::vector<std::shared_ptr<MemoryBlock>> blocks() const;
  /// Maps addresses with the given access; without `access`, unmaps them. Adjacent addresses of the same access are one
  /// allocation. @throws std::bad_alloc, without any change.
  void set_virtual(std::uint64_t address, std::uint64_t size_bytes, std::optional<MemoryAccess> access);
  void clear();

 private:
  /// Requires the lock.
  [[nodiscard]] Allocation take_external(std::uint64_t address);
  /// The allocation that contains the pointer: the device's own, otherwise the external memory that extends furthest.
  /// Requires the lock.
  [[nodiscard]] const Allocation* find_around(DevicePointer pointer) const;

  mutable std::mutex mutex_;
  std::map<std::uint64_t, Allocation> entries_;
  std::multimap<std::uint64_t, Allocation> external_;
};

}  // namespace texelscope::gpu::cpu
