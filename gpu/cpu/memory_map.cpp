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

bool MemoryMap::is_start(Kind kind, DevicePointer pointer) const {
  const std::lock_guard lock{mutex_};
  const auto found = entries_.find(pointer.value);
  return found != entries_.end() && found->second.kind == kind;
}

std::shared_ptr<MemoryBlock> MemoryMap::around(DevicePointer pointer) const {
  const auto after = entries_.upper_bound(pointer.value);
  if (after == entries_.begin()) {
    return nullptr;
  }
  const auto& block = std::prev(after)->second.block;
  return pointer.value - block->address() < block->size_bytes() ? block : nullptr;
}

MemoryMap::Place MemoryMap::place(DevicePointer pointer, std::uint64_t size_bytes) const {
  const std::lock_guard lock{mutex_};
  const auto block = around(pointer);
  if (!block) {
    return Place::elsewhere;
  }
  return size_bytes <= block->size_bytes() - (pointer.value - block->address()) ? Place::inside : Place::beyond_end;
}

std::shared_ptr<MemoryBlock> MemoryMap::find(DevicePointer pointer, std::uint64_t size_bytes) const {
  const std::lock_guard lock{mutex_};
  auto block = around(pointer);
  return block && size_bytes <= block->size_bytes() - (pointer.value - block->address()) ? block : nullptr;
}

void MemoryMap::clear() {
  std::map<std::uint64_t, Entry> ended;
  const std::lock_guard lock{mutex_};
  ended.swap(entries_);
}

}  // namespace texelscope::gpu::cpu
