#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

namespace texelscope::gpu::cpu {

/// The memory that the device may still allocate. The system overcommits host memory, so a process that allocates too
/// much would be killed later instead of getting an error immediately.
class MemoryBudget {
 public:
  explicit MemoryBudget(std::uint64_t limit_bytes) : free_bytes_{limit_bytes} {}

  /// False if less than that is left.
  [[nodiscard]] bool take(std::uint64_t bytes) noexcept {
    std::uint64_t free = free_bytes_.load(std::memory_order_relaxed);
    while (bytes <= free) {
      if (free_bytes_.compare_exchange_weak(free, free - bytes, std::memory_order_relaxed)) {
        return true;
      }
    }
    return false;
  }
  [[nodiscard]] std::uint64_t free_bytes() const noexcept { return free_bytes_.load(std::memory_order_relaxed); }
  void release(std::uint64_t bytes) noexcept { free_bytes_.fetch_add(bytes, std::memory_order_relaxed); }

 private:
  std::atomic<std::uint64_t> free_bytes_;
};

/// Device memory, aligned for textures: its own, uninitialized, or memory of another owner.
class MemoryBlock {
 public:
  static constexpr std::size_t alignment = 512;

  /// @throws std::bad_alloc for more than the budget or the system allows.
  MemoryBlock(MemoryBudget& budget, std::size_t size_bytes);
  /// Memory of `owner`, which is kept alive.
  MemoryBlock(std::byte* bytes, std::size_t size_bytes, std::shared_ptr<const void> owner) noexcept
      : owner_{std::move(owner)}, size_bytes_{size_bytes}, bytes_{bytes} {}
  ~MemoryBlock();
  MemoryBlock(const MemoryBlock&) = delete;
  MemoryBlock& operator=(const MemoryBlock&) = delete;

  [[nodiscard]] std::byte* bytes() const noexcept { return bytes_; }
  [[nodiscard]] std::size_t size_bytes() const noexcept { return size_bytes_; }
  [[nodiscard]] std::uint64_t address() const noexcept { return reinterpret_cast<std::uint64_t>(bytes_); }

 private:
  /// The budget of a block that owns its memory.
  MemoryBudget* budget_ = nullptr;
  std::shared_ptr<const void> owner_;
  std::size_t size_bytes_;
  std::byte* bytes_;
};

}  // namespace texelscope::gpu::cpu
