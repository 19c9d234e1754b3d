#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "gpu/cpu/memory/memory_block.h"
#include "gpu/cpu/memory/shared_file.h"
#include "texelscope/gpu/handle.h"
#include "texelscope/gpu/memory/pool_memory_resource.h"

namespace texelscope::gpu::cpu {

/// A memory pool: retains freed memory for the next allocation. Memory freed on a stream is immediately available to
/// that stream, in its order, and to other streams once that stream has reached the free.
class PooledMemory {
 public:
  /// The source of new memory.
  struct Source {
    MemoryBudget* budget = nullptr;
    /// 0: as much as the budget allows.
    std::uint64_t max_size_bytes = 0;
    bool is_on_host = false;
    /// The file of a pool that processes share.
    std::shared_ptr<SharedFile> file{};
    /// Whether another process owns the file, so that nothing can be allocated.
    bool is_imported = false;
  };
  /// Identifies one free of one block, so that a late notification of it is recognized.
  struct Freed {
    const void* block = nullptr;
    std::uint64_t count = 0;
  };

  explicit PooledMemory(Source source) : source_{std::move(source)} {}

  [[nodiscard]] const Source& source() const noexcept { return source_; }

  /// A block of `size_bytes` for work on `stream`. @throws std::bad_alloc, std::system_error.
  [[nodiscard]] std::shared_ptr<MemoryBlock> allocate(std::size_t size_bytes, StreamHandle stream);
  /// Frees a block from allocate(), in the order of `stream`; pass() must follow when the stream reaches the free.
  [[nodiscard]] Freed take_back(const MemoryBlock& block, StreamHandle stream) noexcept;
  void pass(const Freed& freed) noexcept;

  [[nodiscard]] MemoryPoolAttributes attributes() const noexcept;
  void set_release_threshold(std::uint64_t bytes) noexcept;
  void trim(std::uint64_t min_bytes_to_keep) noexcept;
  /// Drops all memory, because the device is being destroyed.
  void clear() noexcept;

 private:
  struct Block {
    std::shared_ptr<MemoryBlock> memory;
    /// The requested size; 0 while it is free.
    std::size_t used_bytes = 0;
    StreamHandle freed_on;
    /// The number of its last free, counted over the pool.
    std::uint64_t free_count = 0;
    /// Whether the stream has reached that free.
    bool is_passed = true;
  };
  using Blocks = std::vector<std::unique_ptr<Block>>;

  [[nodiscard]] Block* find_free(std::size_t size_bytes, StreamHandle stream) noexcept;
  [[nodiscard]] std::unique_ptr<Block> make_block(std::size_t size_bytes);
  /// Releases free memory until at most `bytes` are reserved. Requires the lock.
  void release_down_to(std::uint64_t bytes) noexcept;

  const Source source_;
  mutable std::mutex mutex_;
  Blocks blocks_;
  MemoryPoolAttributes attributes_;
  std::uint64_t free_count_ = 0;
};

}  // namespace texelscope::gpu::cpu
