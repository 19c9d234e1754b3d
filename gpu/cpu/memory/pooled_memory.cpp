#include "gpu/cpu/memory/pooled_memory.h"

#include <algorithm>
#include <limits>
#include <new>
#include <utility>

namespace texelscope::gpu::cpu {

/// The smallest free block that fits and is not much too large, among those that `stream` may use now.
PooledMemory::Block* PooledMemory::find_free(std::size_t size_bytes, StreamHandle stream) noexcept {
  Block* best = nullptr;
  for (const auto& block : blocks_) {
    const std::size_t capacity = block->memory->size_bytes();
    const bool is_free = block->used_bytes == 0 && (block->is_passed || block->freed_on == stream);
    if (is_free && capacity >= size_bytes && capacity / 2 <= size_bytes &&
        (best == nullptr || capacity < best->memory->size_bytes())) {
      best = block.get();
    }
  }
  return best;
}

std::unique_ptr<PooledMemory::Block> PooledMemory::make_block(std::size_t size_bytes) {
  const std::uint64_t most =
      source_.max_size_bytes != 0 ? source_.max_size_bytes : std::numeric_limits<std::uint64_t>::max();
  if (size_bytes > most || source_.is_imported) {
    throw std::bad_alloc{};
  }
  release_down_to(most - size_bytes);
  if (attributes_.reserved_bytes > most - size_bytes) {
    throw std::bad_alloc{};
  }
  const auto make = [&] {
    return source_.file ? source_.file->make_block(*source_.budget, size_bytes)
                        : std::make_shared<MemoryBlock>(*source_.budget, size_bytes);
  };
  auto block = std::make_unique<Block>();
  if (blocks_.size() == blocks_.capacity()) {
    blocks_.reserve(2 * blocks_.size() + 1);
  }
  try {
    block->memory = make();
  } catch (const std::bad_alloc&) {
    const std::uint64_t reserved_bytes = attributes_.reserved_bytes;
    release_down_to(0);
    if (attributes_.reserved_bytes == reserved_bytes) {
      throw;
    }
    block->memory = make();
  }
  return block;
}

std::shared_ptr<MemoryBlock> PooledMemory::allocate(std::size_t size_bytes, StreamHandle stream) {
  const std::lock_guard lock{mutex_};
  Block* block = find_free(size_bytes, stream);
  std::unique_ptr<Block> made;
  if (block == nullptr) {
    made = make_block(size_bytes);
    block = made.get();
  }
  std::byte* const bytes = block->memory->bytes();
  auto view = std::make_shared<MemoryBlock>(bytes, size_bytes, block->memory);
  if (made) {
    attributes_.reserved_bytes += size_bytes;
    attributes_.reserved_high_bytes = std::max(attributes_.reserved_high_bytes, attributes_.reserved_bytes);
    blocks_.push_back(std::move(made));
  }
  block->used_bytes = size_bytes;
  attributes_.used_bytes += size_bytes;
  attributes_.used_high_bytes = std::max(attributes_.used_high_bytes, attributes_.used_bytes);
  return view;
}

PooledMemory::Freed PooledMemory::take_back(const MemoryBlock& block, StreamHandle stream) noexcept {
  const std::lock_guard lock{mutex_};
  const auto found = std::ranges::find_if(
      blocks_, [&](const auto& each) { return each->used_bytes != 0 && each->memory->bytes() == block.bytes(); });
  if (found == blocks_.end()) {
    return {};
  }
  Block& freed = **found;
  attributes_.used_bytes -= freed.used_bytes;
  freed.used_bytes = 0;
  freed.freed_on = stream;
  freed.is_passed = false;
  freed.free_count = ++free_count_;
  return {&freed, freed.free_count};
}

void PooledMemory::pass(const Freed& freed) noexcept {
  const std::lock_guard lock{mutex_};
  const auto found = std::ranges::find_if(blocks_, [&](const auto& each) { return each.get() == freed.block; });
  if (found == blocks_.end() || (*found)->free_count != freed.count) {
    return;
  }
  (*found)->is_passed = true;
  release_down_to(attributes_.release_threshold_bytes);
}

void PooledMemory::release_down_to(std::uint64_t bytes) noexcept {
  std::erase_if(blocks_, [&](const auto& block) {
    const bool is_released = attributes_.reserved_bytes > bytes && block->used_bytes == 0 && block->is_passed;
    attributes_.reserved_bytes -= is_released ? block->memory->size_bytes() : 0;
    return is_released;
  });
}

MemoryPoolAttributes PooledMemory::attributes() const noexcept {
  const std::lock_guard lock{mutex_};
  return attributes_;
}

void PooledMemory::set_release_threshold(std::uint64_t bytes) noexcept {
  const std::lock_guard lock{mutex_};
  attributes_.release_threshold_bytes = bytes;
}

void PooledMemory::trim(std::uint64_t min_bytes_to_keep) noexcept {
  const std::lock_guard lock{mutex_};
  release_down_to(min_bytes_to_keep);
}

void PooledMemory::clear() noexcept {
  const std::lock_guard lock{mutex_};
  blocks_.clear();
  attributes_ = {};
}

}  // namespace texelscope::gpu::cpu
