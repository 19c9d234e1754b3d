#include "gpu/cpu/memory/address_space.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <iterator>
#include <new>
#include <system_error>
#include <utility>

namespace texelscope::gpu::cpu {
namespace {

void* address_of(std::uint64_t address) noexcept { return reinterpret_cast<void*>(address); }

std::uint64_t address_of(void* pages) noexcept { return reinterpret_cast<std::uint64_t>(pages); }

constexpr int reserved_flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;

int protection_of(MemoryAccess access) noexcept {
  return access == MemoryAccess::none        ? PROT_NONE
         : access == MemoryAccess::read_only ? PROT_READ
                                             : PROT_READ | PROT_WRITE;
}

/// Replaces mapped memory with reserved pages, which have no memory.
bool take_pages(std::uint64_t address, std::size_t size_bytes) noexcept {
  return mmap(address_of(address), size_bytes, PROT_NONE, reserved_flags | MAP_FIXED, -1, 0) != MAP_FAILED;
}

}  // namespace

PhysicalMemory::PhysicalMemory(MemoryBudget& budget, std::size_t size_bytes)
    : budget_{budget}, size_bytes_{size_bytes}, file_{memfd_create("texelscope", MFD_CLOEXEC)} {
  if (file_.is_closed()) {
    throw std::system_error{errno, std::generic_category(), "memfd_create"};
  }
  if (!budget_.take(size_bytes_)) {
    throw std::bad_alloc{};
  }
  if (ftruncate(file_.number(), static_cast<off_t>(size_bytes_)) != 0) {
    budget_.release(size_bytes_);
    throw std::bad_alloc{};
  }
}

PhysicalMemory::~PhysicalMemory() { budget_.release(size_bytes_); }

std::size_t AddressSpace::page_bytes() noexcept { return static_cast<std::size_t>(sysconf(_SC_PAGESIZE)); }

Status AddressSpace::reserve(std::size_t size_bytes, std::size_t alignment, DevicePointer wanted,
                             DevicePointer& pointer) {
  const std::size_t page = page_bytes();
  const bool is_power_of_two = (alignment & (alignment - 1)) == 0;
  if (size_bytes == 0 || size_bytes % page != 0 || !is_power_of_two) {
    return Status::invalid_value;
  }
  const std::lock_guard lock{mutex_};
  if (wanted && wanted.value % page == 0 && (alignment == 0 || wanted.value % alignment == 0)) {
    void* const pages =
        mmap(address_of(wanted.value), size_bytes, PROT_NONE, reserved_flags | MAP_FIXED_NOREPLACE, -1, 0);
    if (pages == address_of(wanted.value)) {
      reserved_.emplace(wanted.value, size_bytes);
      pointer = wanted;
      return Status::success;
    }
    if (pages != MAP_FAILED) {
      munmap(pages, size_bytes);
    }
  }
  // More than is needed; only the aligned part is kept.
  const std::size_t spare_bytes = alignment > page ? alignment - page : 0;
  void* const pages = mmap(nullptr, size_bytes + spare_bytes, PROT_NONE, reserved_flags, -1, 0);
  if (pages == MAP_FAILED) {
    return Status::out_of_memory;
  }
  const std::uint64_t first = address_of(pages);
  const std::uint64_t aligned = alignment > page ? (first + alignment - 1) / alignment * alignment : first;
  if (aligned > first) {
    munmap(pages, aligned - first);
  }
  if (const std::uint64_t end = first + size_bytes + spare_bytes; aligned + size_bytes < end) {
    munmap(address_of(aligned + size_bytes), end - aligned - size_bytes);
  }
  reserved_.emplace(aligned, size_bytes);
  pointer.value = aligned;
  return Status::success;
}

Status AddressSpace::free(DevicePointer pointer, std::size_t size_bytes) {
  const std::lock_guard lock{mutex_};
  const auto found = reserved_.find(pointer.value);
  if (found == reserved_.end() || found->second != size_bytes) {
    return Status::invalid_value;
  }
  const auto inside = mapped_.lower_bound(pointer.value);
  if (inside != mapped_.end() && inside->first < pointer.value + size_bytes) {
    return Status::invalid_value;
  }
  munmap(address_of(pointer.value), size_bytes);
  reserved_.erase(found);
  return Status::success;
}

bool AddressSpace::is_mapped(std::uint64_t first, std::uint64_t end) const {
  auto each = mapped_.upper_bound(first);
  each = each == mapped_.begin() ? each : std::prev(each);
  std::uint64_t reached = first;
  for (; each != mapped_.end() && each->first <= reached && reached < end; ++each) {
    reached = std::max(reached, each->first + each->second.size_bytes);
  }
  return reached >= end;
}

Status AddressSpace::map(DevicePointer pointer, std::size_t size_bytes, std::shared_ptr<PhysicalMemory> memory) {
  const std::lock_guard lock{mutex_};
  const std::uint64_t end = pointer.value + size_bytes;
  auto range = reserved_.upper_bound(pointer.value);
  if (!memory || size_bytes == 0 || size_bytes != memory->size_bytes() || range == reserved_.begin()) {
    return Status::invalid_value;
  }
  range = std::prev(range);
  auto next = mapped_.upper_bound(pointer.value);
  const bool is_behind_taken = next != mapped_.end() && next->first < end;
  const bool is_taken =
      next != mapped_.begin() && std::prev(next)->first + std::prev(next)->second.size_bytes > pointer.value;
  if (pointer.value % page_bytes() != 0 || end > range->first + range->second || is_behind_taken || is_taken) {
    return Status::invalid_value;
  }
  memory_.set_virtual(pointer.value, size_bytes, MemoryAccess::none);
  if (mmap(address_of(pointer.value), size_bytes, PROT_NONE, MAP_SHARED | MAP_FIXED, memory->file(), 0) == MAP_FAILED) {
    memory_.set_virtual(pointer.value, size_bytes, std::nullopt);
    return Status::out_of_memory;
  }
  mapped_.emplace(pointer.value, Mapped{size_bytes, std::move(memory)});
  return Status::success;
}

Status AddressSpace::unmap(DevicePointer pointer, std::size_t size_bytes) {
  const std::lock_guard lock{mutex_};
  const auto found = mapped_.find(pointer.value);
  if (found == mapped_.end() || found->second.size_bytes != size_bytes) {
    return Status::invalid_value;
  }
  memory_.set_virtual(pointer.value, size_bytes, std::nullopt);
  if (!take_pages(pointer.value, size_bytes)) {
    return Status::operating_system;
  }
  mapped_.erase(found);
  return Status::success;
}

Status AddressSpace::set_access(DevicePointer pointer, std::size_t size_bytes, MemoryAccess access) {
  const std::lock_guard lock{mutex_};
  if (size_bytes == 0 || pointer.value % page_bytes() != 0 || size_bytes % page_bytes() != 0 ||
      !is_mapped(pointer.value, pointer.value + size_bytes)) {
    return Status::invalid_value;
  }
  if (mprotect(address_of(pointer.value), size_bytes, protection_of(access)) != 0) {
    return Status::out_of_memory;
  }
  memory_.set_virtual(pointer.value, size_bytes, access);
  return Status::success;
}

void AddressSpace::clear() {
  const std::lock_guard lock{mutex_};
  for (const auto& [address, size_bytes] : reserved_) {
    munmap(address_of(address), size_bytes);
  }
  mapped_.clear();
  reserved_.clear();
}

}  // namespace texelscope::gpu::cpu
