#include "gpu/cpu/memory_map.h"

#include <iterator>
#include <utility>

namespace texelscope::gpu::cpu {

DevicePointer MemoryMap::insert(Kind kind, std::shared_ptr<MemoryBlock> block) {
  const std::uint64_t address = block->address();
  const std::lock_guard lock{mutex_};
  entries_.insert_or_assign(address, Entry{kind, std::move(block)});
  return DevicePointer{address};
}

std::shared_ptr<MemoryBlock> MemoryMap::take(Kind kind, DevicePointer pointer) {
  const std::lock_guard lock{mutex_};
  const auto found = entries_.find(pointer.value);
  if (found == entries_.end() || found->second.kind != kind) {
    return nullptr;
  }
  std::shared_ptr<MemoryBlock> block = std::move(found->second.block);
  entries_.erase(found);
  return block;
}

MemoryMap::Place MemoryMap::place(DevicePointer pointer, std::uint64_t size_bytes) const {
  const std::lock_guard lock{mutex_};
  const auto after = entries_.upper_bound(pointer.value);
  if (after == entries_.begin()) {
    return Place::elsewhere;
  }
  const MemoryBlock& block = *std::prev(after)->second.block;
  const std::uint64_t offset = pointer.value - block.address();
  if (offset >= block.size_bytes()) {
    return Place::elsewhere;
  }
  return size_bytes <= block.size_bytes() - offset ? Place::inside : Place::beyond_end;
}

void MemoryMap::clear() {
  std::map<std::uint64_t, Entry> ended;
  const std::lock_guard lock{mutex_};
  ended.swap(entries_);
}

}  // namespace texelscope::gpu::cpu
