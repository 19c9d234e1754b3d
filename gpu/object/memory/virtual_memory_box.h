#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

#include "gpu/object/memory/memory_resource_box.h"
#include "texelscope/gpu/memory/virtual_memory_resource.h"

namespace texelscope::gpu {

/// Reserves addresses, maps pages and releases both: each allocation consists of adjacent address ranges, filled from
/// their start with adjacent pieces of physical memory.
class VirtualMemoryBox final : public MemoryResourceBox {
 public:
  VirtualMemoryBox(std::shared_ptr<DeviceBox> device, const VirtualMemoryResourceOptions& options);

  [[nodiscard]] std::size_t granularity_bytes() const noexcept { return granularity_; }
  [[nodiscard]] MemoryAccess initial_access() const noexcept { return options_.access; }

  DevicePointer allocate(std::size_t size_bytes, const std::shared_ptr<StreamBox>& order) override;
  void deallocate(DevicePointer pointer, std::size_t size_bytes,
                  const std::shared_ptr<StreamBox>& order) noexcept override;

  /// Address of the memory at `pointer` after it has grown to `size_bytes`.
  [[nodiscard]] DevicePointer grow(DevicePointer pointer, std::size_t size_bytes);
  void set_access(DevicePointer pointer, MemoryAccess access);

 private:
  struct Range {
    DevicePointer pointer;
    std::size_t size_bytes = 0;
  };
  struct Piece {
    DevicePointer pointer;
    std::size_t size_bytes = 0;
    PhysicalMemoryHandle memory;
  };
  struct Allocation {
    MemoryAccess access = MemoryAccess::read_write;
    std::vector<Range> ranges;
    std::vector<Piece> pieces;

    [[nodiscard]] std::uint64_t reserved_bytes() const noexcept;
    [[nodiscard]] std::uint64_t mapped_bytes() const noexcept;
    [[nodiscard]] DevicePointer first() const noexcept { return ranges.front().pointer; }
  };

  /// `size_bytes` rounded up to whole granules. @throws InvalidArgument if no address range is that long.
  [[nodiscard]] std::size_t whole(std::size_t size_bytes) const;
  [[nodiscard]] Range reserve(std::size_t size_bytes, DevicePointer wanted);
  /// Appends memory to the mapped part.
  void add_piece(Allocation& allocation, std::size_t size_bytes);
  void map(const Piece& piece, MemoryAccess access);
  [[nodiscard]] bool extend(Allocation& allocation, std::size_t needed_bytes);
  [[nodiscard]] Allocation moved(const Allocation& allocation, std::size_t needed_bytes);
  void free_addresses(const Allocation& allocation) noexcept;
  void unmap(const Allocation& allocation) noexcept;
  void release(const Allocation& allocation) noexcept;

  VirtualMemoryResourceOptions options_;
  std::size_t granularity_;
  std::mutex mutex_;
  std::map<std::uint64_t, Allocation> allocations_;
};

}  // namespace texelscope::gpu
