#include "gpu/cpu/memory/memory_map.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace texelscope::gpu::cpu {
namespace {

std::uint64_t end_of(const MemoryBlock& block) { return block.address() + block.size_bytes(); }

}  // namespace

DevicePointer MemoryMap::insert(Allocation allocation) {
  const std::uint64_t address = allocation.block->address();
  const std::lock_guard lock{mutex_};
  if (allocation.kind == Kind::external) {
    external_.emplace(address, std::move(allocation));
  } else {
    entries_.insert_or_assign(address, std::move(allocation));
  }
  return DevicePointer{address};
}

MemoryMap::Allocation MemoryMap::take(Kind kind, DevicePointer pointer) {
  const std::lock_guard lock{mutex_};
  if (kind == Kind::external) {
    return take_external(pointer.value);
  }
  const auto found = entries_.find(pointer.value);
  if (found == entries_.end() || found->second.kind != kind) {
    return {};
  }
  Allocation allocation = std::move(found->second);
  entries_.erase(found);
  return allocation;
}

MemoryMap::Allocation MemoryMap::take_external(std::uint64_t address) {
  const auto [first, last] = external_.equal_range(address);
  const auto found = std::min_element(first, last, [](const auto& a, const auto& b) {
    return a.second.block->size_bytes() < b.second.block->size_bytes();
  });
  if (found == last) {
    return {};
  }
  Allocation allocation = std::move(found->second);
  external_.erase(found);
  return allocation;
}

bool MemoryMap::is_start(Kind kind, DevicePointer pointer) const {
  const std::lock_guard lock{mutex_};
  const auto found = entries_.find(pointer.value);
  return found != entries_.end() && found->second.kind == kind;
}

const MemoryMap::Allocation* MemoryMap::find_around(DevicePointer pointer) const {
  const auto after = entries_.upper_bound(pointer.value);
  if (after != entries_.begin() && pointer.value < end_of(*std::prev(after)->second.block)) {
    return &std::prev(after)->second;
  }
  const Allocation* found = nullptr;
  std::uint64_t furthest = pointer.value;
  for (auto entry = external_.begin(); entry != external_.end() && entry->first <= pointer.value; ++entry) {
    if (end_of(*entry->second.block) > furthest) {
      furthest = end_of(*entry->second.block);
      found = &entry->second;
    }
  }
  return found;
}

MemoryMap::Allocation MemoryMap::around(DevicePointer pointer) const {
  const std::lock_guard lock{mutex_};
  const Allocation* const allocation = find_around(pointer);
  return allocation != nullptr ? *allocation : Allocation{};
}

std::vector<std::shared_ptr<MemoryBlock>> MemoryMap::blocks() const {
  std::vector<std::shared_ptr<MemoryBlock>> blocks;
  const std::lock_guard lock{mutex_};
  for (const auto& [address, allocation] : entries_) {
    blocks.push_back(allocation.block);
  }
  for (const auto& [address, allocation] : external_) {
    blocks.push_back(allocation.block);
  }
  return blocks;
}

MemoryMap::Place MemoryMap::place(DevicePointer pointer, std::uint64_t size_bytes, MemoryAccess needed) const {
  const std::lock_guard lock{mutex_};
  const Allocation* const allocation = find_around(pointer);
  if (allocation == nullptr) {
    return Place::elsewhere;
  }
  const bool fits = size_bytes <= end_of(*allocation->block) - pointer.value;
  return fits && allocation->access >= needed ? Place::inside : Place::beyond_end;
}

std::shared_ptr<MemoryBlock> MemoryMap::find(DevicePointer pointer, std::uint64_t size_bytes) const {
  const std::lock_guard lock{mutex_};
  const Allocation* const allocation = find_around(pointer);
  return allocation != nullptr && allocation->access != MemoryAccess::none &&
                 size_bytes <= end_of(*allocation->block) - pointer.value
             ? allocation->block
             : nullptr;
}

void MemoryMap::set_virtual(std::uint64_t address, std::uint64_t size_bytes, std::optional<MemoryAccess> access) {
  const auto block_of = [](std::uint64_t first, std::uint64_t end) {
    return std::make_shared<MemoryBlock>(reinterpret_cast<std::byte*>(first), end - first, nullptr);
  };
  const auto is_virtual = [](const auto& entry) { return entry->second.kind == Kind::virtual_memory; };
  const std::lock_guard lock{mutex_};
  auto changed = entries_;
  std::uint64_t first = address;
  std::uint64_t end = address + size_bytes;
  // Overlapping and adjacent ranges are cut, or merged if their access is equal.
  auto entry = changed.lower_bound(address);
  entry = entry == changed.begin() ? entry : std::prev(entry);
  while (entry != changed.end() && entry->first <= address + size_bytes) {
    const std::uint64_t entry_first = entry->first;
    const std::uint64_t entry_end = end_of(*entry->second.block);
    if (!is_virtual(entry) || entry_end < address) {
      ++entry;
      continue;
    }
    const MemoryAccess entry_access = entry->second.access;
    entry = changed.erase(entry);
    if (access == entry_access) {
      first = std::min(first, entry_first);
      end = std::max(end, entry_end);
      continue;
    }
    if (entry_first < address) {
      changed.emplace(entry_first,
                      Allocation{Kind::virtual_memory, block_of(entry_first, address), nullptr, entry_access});
    }
    if (entry_end > address + size_bytes) {
      changed.emplace(address + size_bytes, Allocation{Kind::virtual_memory, block_of(address + size_bytes, entry_end),
                                                       nullptr, entry_access});
      break;
    }
  }
  if (access) {
    changed.insert_or_assign(first, Allocation{Kind::virtual_memory, block_of(first, end), nullptr, *access});
  }
  entries_.swap(changed);
}

void MemoryMap::clear() {
  std::map<std::uint64_t, Allocation> ended;
  std::multimap<std::uint64_t, Allocation> ended_external;
  const std::lock_guard lock{mutex_};
  ended.swap(entries_);
  ended_external.swap(external_);
}

}  // namespace texelscope::gpu::cpu
