#include "gpu/object/memory/virtual_memory_box.h"
#include "gpu/object/checks.h"

#include <limits>
#include <optional>
#include <utility>

namespace texelscope::gpu {

std::uint64_t VirtualMemoryBox::Allocation::reserved_bytes() const noexcept {
  std::uint64_t bytes = 0;
  for (const Range& range : ranges) {
    bytes += range.size_bytes;
  }
  return bytes;
}

std::uint64_t VirtualMemoryBox::Allocation::mapped_bytes() const noexcept {
  std::uint64_t bytes = 0;
  for (const Piece& piece : pieces) {
    bytes += piece.size_bytes;
  }
  return bytes;
}

VirtualMemoryBox::VirtualMemoryBox(std::shared_ptr<DeviceBox> device, const VirtualMemoryResourceOptions& options)
    : MemoryResourceBox{std::move(device), {.name = "VirtualMemoryResource"}},
      options_{options},
      granularity_{
          this->device()->call(driver::MemoryGranularity{options.has_recommended_granularity}).granularity_bytes} {}

std::size_t VirtualMemoryBox::whole(std::size_t size_bytes) const {
  if (size_bytes > std::numeric_limits<std::size_t>::max() / 4) {
    throw_on<InvalidArgument>(*device(), "{} bytes of virtual memory exceed the address space: use less", size_bytes);
  }
  return (size_bytes + granularity_ - 1) / granularity_ * granularity_;
}

VirtualMemoryBox::Range VirtualMemoryBox::reserve(std::size_t size_bytes, DevicePointer wanted) {
  const auto reserved =
      device()->call(driver::AddressReserve{.size_bytes = size_bytes, .alignment = granularity_, .wanted = wanted});
  return {reserved.pointer, size_bytes};
}

void VirtualMemoryBox::map(const Piece& piece, MemoryAccess access) {
  device()->call(
      driver::PhysicalMemoryMap{.pointer = piece.pointer, .size_bytes = piece.size_bytes, .memory = piece.memory});
  if (access == MemoryAccess::none) {
    return;
  }
  try {
    device()->call(driver::MemorySetAccess{piece.pointer, piece.size_bytes, access});
  } catch (...) {
    device()->clean_up(driver::PhysicalMemoryUnmap{piece.pointer, piece.size_bytes});
    throw;
  }
}

void VirtualMemoryBox::add_piece(Allocation& allocation, std::size_t size_bytes) {
  allocation.pieces.reserve(allocation.pieces.size() + 1);
  const Piece piece{{allocation.first().value + allocation.mapped_bytes()},
                    size_bytes,
                    device()->call(driver::PhysicalMemoryCreate{size_bytes}).memory};
  try {
    map(piece, allocation.access);
  } catch (...) {
    device()->clean_up(driver::PhysicalMemoryRelease{piece.memory});
    throw;
  }
  allocation.pieces.push_back(piece);
}

void VirtualMemoryBox::free_addresses(const Allocation& allocation) noexcept {
  for (const Range& range : allocation.ranges) {
    device()->clean_up(driver::AddressFree{range.pointer, range.size_bytes});
  }
}

void VirtualMemoryBox::unmap(const Allocation& allocation) noexcept {
  for (const Piece& piece : allocation.pieces) {
    device()->clean_up(driver::PhysicalMemoryUnmap{piece.pointer, piece.size_bytes});
  }
}

void VirtualMemoryBox::release(const Allocation& allocation) noexcept {
  unmap(allocation);
  for (const Piece& piece : allocation.pieces) {
    device()->clean_up(driver::PhysicalMemoryRelease{piece.memory});
  }
  free_addresses(allocation);
}

DevicePointer VirtualMemoryBox::allocate(std::size_t size_bytes, const std::shared_ptr<StreamBox>& /*order*/) {
  const std::size_t mapped_bytes = whole(size_bytes);
  Allocation allocation{options_.access, {}, {}};
  allocation.ranges.reserve(1);
  allocation.ranges.push_back(reserve(mapped_bytes + whole(options_.growth_bytes), {}));
  try {
    add_piece(allocation, mapped_bytes);
    const DevicePointer pointer = allocation.first();
    const std::lock_guard lock{mutex_};
    allocations_.emplace(pointer.value, allocation);
    return pointer;
  } catch (...) {
    release(allocation);
    throw;
  }
}

void VirtualMemoryBox::deallocate(DevicePointer pointer, std::size_t size_bytes,
                                  const std::shared_ptr<StreamBox>& order) noexcept {
  // Addresses that are still in use must not lose their pages.
  if (!wait_for(order)) {
    device()->clean_up(driver::ContextSynchronize{});
  }
  std::map<std::uint64_t, Allocation>::node_type found;
  {
    const std::lock_guard lock{mutex_};
    found = allocations_.extract(pointer.value);
  }
  if (found) {
    release(found.mapped());
  } else {
    // The driver does not know this range either, and reports the error.
    device()->clean_up(driver::AddressFree{pointer, size_bytes});
  }
}

/// Extends the allocation in place; returns false if the addresses after it are taken.
bool VirtualMemoryBox::extend(Allocation& allocation, std::size_t needed_bytes) {
  const std::size_t extra_bytes = needed_bytes - allocation.mapped_bytes();
  std::optional<Range> range;
  if (const std::uint64_t reserved_bytes = allocation.reserved_bytes(); needed_bytes > reserved_bytes) {
    allocation.ranges.reserve(allocation.ranges.size() + 1);
    const DevicePointer end{allocation.first().value + reserved_bytes};
    range = reserve(needed_bytes - reserved_bytes + whole(options_.growth_bytes), end);
    if (range->pointer != end) {
      device()->clean_up(driver::AddressFree{range->pointer, range->size_bytes});
      return false;
    }
  }
  // A mapping must be within one range: the rest of the last range and the following range are filled with separate
  // pieces.
  const std::size_t piece_count = allocation.pieces.size();
  try {
    const std::size_t left_bytes = allocation.reserved_bytes() - allocation.mapped_bytes();
    if (range) {
      allocation.ranges.push_back(*range);
    }
    if (range && left_bytes > 0) {
      add_piece(allocation, left_bytes);
    }
    add_piece(allocation, range ? extra_bytes - left_bytes : extra_bytes);
  } catch (...) {
    while (allocation.pieces.size() > piece_count) {
      const Piece& piece = allocation.pieces.back();
      device()->clean_up(driver::PhysicalMemoryUnmap{piece.pointer, piece.size_bytes});
      device()->clean_up(driver::PhysicalMemoryRelease{piece.memory});
      allocation.pieces.pop_back();
    }
    if (range) {
      allocation.ranges.pop_back();
      device()->clean_up(driver::AddressFree{range->pointer, range->size_bytes});
    }
    throw;
  }
  return true;
}

/// The allocation's memory, also mapped at other addresses, with more after it.
VirtualMemoryBox::Allocation VirtualMemoryBox::moved(const Allocation& allocation, std::size_t needed_bytes) {
  Allocation result{allocation.access, {}, {}};
  result.ranges.reserve(1);
  result.pieces.reserve(allocation.pieces.size() + 1);
  result.ranges.push_back(reserve(needed_bytes + whole(options_.growth_bytes), {}));
  try {
    for (const Piece& old : allocation.pieces) {
      const Piece piece{{result.first().value + result.mapped_bytes()}, old.size_bytes, old.memory};
      map(piece, result.access);
      result.pieces.push_back(piece);
    }
    add_piece(result, needed_bytes - result.mapped_bytes());
  } catch (...) {
    unmap(result);
    free_addresses(result);
    throw;
  }
  return result;
}

DevicePointer VirtualMemoryBox::grow(DevicePointer pointer, std::size_t size_bytes) {
  const std::size_t needed_bytes = whole(size_bytes);
  const std::lock_guard lock{mutex_};
  auto found = allocations_.find(pointer.value);
  Allocation& allocation = found->second;
  if (needed_bytes <= allocation.mapped_bytes() || extend(allocation, needed_bytes)) {
    return pointer;
  }
  device()->call(driver::ContextSynchronize{});
  Allocation result = moved(allocation, needed_bytes);
  auto node = allocations_.extract(found);
  unmap(node.mapped());
  free_addresses(node.mapped());
  const DevicePointer first = result.first();
  node.key() = first.value;
  node.mapped() = std::move(result);
  allocations_.insert(std::move(node));
  return first;
}

void VirtualMemoryBox::set_access(DevicePointer pointer, MemoryAccess access) {
  const std::lock_guard lock{mutex_};
  Allocation& allocation = allocations_.find(pointer.value)->second;
  std::size_t changed = 0;
  try {
    for (; changed < allocation.pieces.size(); ++changed) {
      const Piece& piece = allocation.pieces[changed];
      device()->call(driver::MemorySetAccess{piece.pointer, piece.size_bytes, access});
    }
  } catch (...) {
    while (changed-- > 0) {
      const Piece& piece = allocation.pieces[changed];
      device()->clean_up(driver::MemorySetAccess{piece.pointer, piece.size_bytes, allocation.access});
    }
    throw;
  }
  allocation.access = access;
}

}  // namespace texelscope::gpu
