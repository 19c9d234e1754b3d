#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>

#include "gpu/cpu/memory_block.h"
#include "texelscope/gpu/handle.h"

namespace texelscope::gpu::cpu {

/// The device's linear memory by address: tells memory of the device from other memory of the process, and a range
/// that leaves an allocation from one inside it.
class MemoryMap {
 public:
  enum class Kind : unsigned char {
    device,
    host,
    /// Device memory that a graph allocates.
    graph,
  };
  enum class Place : unsigned char {
    /// In no allocation of the device: pageable memory, or none at all.
    elsewhere,
    inside,
    /// Starts in an allocation and leaves it.
    beyond_end,
  };

  /// @throws std::bad_alloc.
  [[nodiscard]] DevicePointer insert(Kind kind, std::shared_ptr<MemoryBlock> block);
  /// Takes an allocation out; null for what is not the start of a live one of that kind.
  [[nodiscard]] std::shared_ptr<MemoryBlock> take(Kind kind, DevicePointer pointer);
  /// Whether a live allocation of that kind starts there.
  [[nodiscard]] bool is_start(Kind kind, DevicePointer pointer) const;
  [[nodiscard]] Place place(DevicePointer pointer, std::uint64_t size_bytes) const;
  /// The allocation that the whole range is in; null where there is none.
  [[nodiscard]] std::shared_ptr<MemoryBlock> find(DevicePointer pointer, std::uint64_t size_bytes) const;
  void clear();

 private:
  /// The allocation with the greatest address up to the pointer's, if the pointer is in it. Needs the lock.
  [[nodiscard]] std::shared_ptr<MemoryBlock> around(DevicePointer pointer) const;

  struct Entry {
    Kind kind;
    std::shared_ptr<MemoryBlock> block;
  };

  mutable std::mutex mutex_;
  std::map<std::uint64_t, Entry> entries_;
};

}  // namespace texelscope::gpu::cpu
