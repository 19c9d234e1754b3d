#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "gpu/cpu/memory/memory_block.h"
#include "gpu/cpu/memory/shared_file.h"
#include "texelscope/gpu/device_memory_resource.h"
#include "texelscope/gpu/handle.h"

namespace texelscope::gpu::cpu {

/// A memory pool: keeps what is freed for the next allocation. Memory freed on a stream can be had again by that stream
/// at once, in its order, and by others once the stream got to the free.
class PooledMemory {
 public:
  /// Where new memory comes from.
  struct Source {
    MemoryBudget* budget = nullptr;
    /// 0: as much as the budget has.
    std::uint64_t max_size_bytes = 0;
    bool is_on_host = false;
    /// Of a pool that processes share.
    std::shared_ptr<SharedFile> file{};
    /// Whether the file is another process's, so that nothing can be allocated.
    bool is_imported = false;
  };
  /// Names one free of one block, so that word of it which comes late is known as such.
  struct Freed {
    const void* block = nullptr;
    std::uint64_t count = 0;
  };

  explicit PooledMemory(Source source) : source_{std::move(source)} {}

  [[nodiscard]] const Source& source() const noexcept { return source_; }

  /// A block of `size_bytes` for work on `stream`. @throws std::bad_alloc, std::system_error.
  [[nodiscard]] std::shared_ptr<MemoryBlock> allocate(std::size_t size_bytes, StreamHandle stream);
  /// Takes back what allocate() gave, in the order of `stream`; pass() must follow when the stream gets there.
  [[nodiscard]] Freed take_back(const MemoryBlock& block, StreamHandle stream) noexcept;
  void pass(const Freed& freed) noexcept;

  [[nodiscard]] MemoryPoolAttributes attributes() const noexcept;
  void set_release_threshold(std::uint64_t bytes) noexcept;
  void trim(std::uint64_t min_bytes_to_keep) noexcept;
  /// Forgets everything: the device has ended.
  void clear() noexcept;

 private:
  struct Block {
    std::shared_ptr<MemoryBlock> memory;
    /// What was asked of it; 0 while it is free.
    std::size_t used_bytes = 0;
    StreamHandle freed_on;
    /// Which free of the pool's was its last.
    std::uint64_t free_count = 0;
    /// Whether the stream it was freed on got there.
    bool is_passed = true;
  };
  using Blocks = std::vector<std::unique_ptr<Block>>;

  [[nodiscard]] Block* find_free(std::size_t size_bytes, StreamHandle stream) noexcept;
  [[nodiscard]] std::unique_ptr<Block> make_block(std::size_t size_bytes);
  /// Takes free memory out of the pool until no more than `bytes` is reserved. Needs the lock.
  void release_down_to(std::uint64_t bytes) noexcept;

  const Source source_;
  mutable std::mutex mutex_;
  Blocks blocks_;
  MemoryPoolAttributes attributes_;
  std::uint64_t free_count_ = 0;
};

}  // namespace texelscope::gpu::cpu
