#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>

#include "gpu/cpu/handle_table.h"
#include "gpu/cpu/memory/memory_block.h"
#include "gpu/cpu/memory/memory_map.h"
#include "texelscope/gpu/file_descriptor.h"
#include "texelscope/gpu/handle.h"
#include "texelscope/gpu/status.h"

namespace texelscope::gpu::cpu {

/// Memory without an address: an anonymous file (memfd) from which pages are mapped.
class PhysicalMemory {
 public:
  /// @throws std::bad_alloc for more than the budget allows; std::system_error.
  PhysicalMemory(MemoryBudget& budget, std::size_t size_bytes);
  ~PhysicalMemory();
  PhysicalMemory(const PhysicalMemory&) = delete;
  PhysicalMemory& operator=(const PhysicalMemory&) = delete;

  [[nodiscard]] int file() const noexcept { return file_.number(); }
  [[nodiscard]] std::size_t size_bytes() const noexcept { return size_bytes_; }

 private:
  MemoryBudget& budget_;
  std::size_t size_bytes_;
  FileDescriptor file_;
};

/// Reserved addresses, and the memory mapped there. Addresses without memory, and memory without access rights, cannot
/// be accessed: the process's page tables enforce this.
class AddressSpace {
 public:
  explicit AddressSpace(MemoryMap& memory) : memory_{memory} {}
  ~AddressSpace() { clear(); }
  AddressSpace(const AddressSpace&) = delete;
  AddressSpace& operator=(const AddressSpace&) = delete;

  [[nodiscard]] static std::size_t page_bytes() noexcept;

  [[nodiscard]] Status reserve(std::size_t size_bytes, std::size_t alignment, DevicePointer wanted,
                               DevicePointer& pointer);
  [[nodiscard]] Status free(DevicePointer pointer, std::size_t size_bytes);
  [[nodiscard]] Status map(DevicePointer pointer, std::size_t size_bytes, std::shared_ptr<PhysicalMemory> memory);
  [[nodiscard]] Status unmap(DevicePointer pointer, std::size_t size_bytes);
  [[nodiscard]] Status set_access(DevicePointer pointer, std::size_t size_bytes, MemoryAccess access);
  /// Releases everything.
  void clear();

 private:
  struct Mapped {
    std::size_t size_bytes = 0;
    std::shared_ptr<PhysicalMemory> memory;
  };

  /// Whether memory is mapped at the whole range. Requires the lock.
  [[nodiscard]] bool is_mapped(std::uint64_t first, std::uint64_t end) const;

  MemoryMap& memory_;
  std::mutex mutex_;
  std::map<std::uint64_t, std::size_t> reserved_;
  std::map<std::uint64_t, Mapped> mapped_;
};

}  // namespace texelscope::gpu::cpu
