#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>

#include "gpu/cpu/memory/memory_block.h"
#include "texelscope/gpu/handle.h"
#include "texelscope/gpu/virtual_memory_resource.h"

namespace texelscope::gpu::cpu {

class PooledMemory;

/// The device's linear memory by address: tells memory of the device from other memory of the process, and a range
/// that leaves an allocation from one inside it.
class MemoryMap {
 public:
  /// By the call that gives it back; virtual memory is what addresses have pages for, and of a graph is what its
  /// launches allocate. External memory may overlap other allocations, its own kind included.
  enum class Kind : unsigned char { device, host, synchronous, managed, virtual_memory, graph, external };
  enum class Place : unsigned char {
    /// In no allocation of the device: pageable memory, or none at all.
    elsewhere,
    inside,
    /// Starts in an allocation and leaves it, or may not be accessed so.
    beyond_end,
  };
  struct Allocation {
    Kind kind = Kind::device;
    std::shared_ptr<MemoryBlock> block{};
    /// The pool that device memory goes back to; null for memory of another process.
    std::shared_ptr<PooledMemory> pool{};
    MemoryAccess access = MemoryAccess::read_write;
  };

  /// @throws std::bad_alloc.
  DevicePointer insert(Allocation allocation);
  /// Takes an allocation out; without a block for what is not the start of a live one of that kind. Of external
  /// memory at one address the largest goes last.
  [[nodiscard]] Allocation take(Kind kind, DevicePointer pointer);
  /// Whether a live allocation of that kind starts there.
  [[nodiscard]] bool is_start(Kind kind, DevicePointer pointer) const;
  [[nodiscard]] Place place(DevicePointer pointer, std::uint64_t size_bytes,
                            MemoryAccess needed = MemoryAccess::read_only) const;
  /// The allocation that the whole range is in, where there is one that may be read; its block is null where not.
  [[nodiscard]] std::shared_ptr<MemoryBlock> find(DevicePointer pointer, std::uint64_t size_bytes) const;
  /// The allocation that the address is in; without a block where there is none.
  [[nodiscard]] Allocation around(DevicePointer pointer) const;
  /// Addresses that have pages, and what may be done there; without `access` they have none any more. Adjacent
  /// addresses of the same access are one allocation. @throws std::bad_alloc, changing nothing.
  void set_virtual(std::uint64_t address, std::uint64_t size_bytes, std::optional<MemoryAccess> access);
  void clear();

 private:
  /// Needs the lock.
  [[nodiscard]] Allocation take_external(std::uint64_t address);
  /// The allocation that the pointer is in: the device's own, else the external memory that reaches furthest. Needs the
  /// lock.
  [[nodiscard]] const Allocation* find_around(DevicePointer pointer) const;

  mutable std::mutex mutex_;
  std::map<std::uint64_t, Allocation> entries_;
  std::multimap<std::uint64_t, Allocation> external_;
};

}  // namespace texelscope::gpu::cpu
