#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

namespace texelscope::gpu::cpu {

/// What the device may still allocate. Host memory is promised more freely than it exists, so a device that asked for
/// too much would be killed later instead of being told at once.
class MemoryBudget {
 public:
  explicit MemoryBudget(std::uint64_t limit_bytes) : free_bytes_{limit_bytes} {}

  /// False when that much is not left.
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

/// Memory of the device, aligned for textures: its own, uninitialized, or memory that something else owns.
class MemoryBlock {
 public:
  static constexpr std::size_t alignment = 512;

  /// @throws std::bad_alloc for more than the budget has or the system gives.
  MemoryBlock(MemoryBudget& budget, std::size_t size_bytes);
  /// Memory of `owner`, which is kept.
  MemoryBlock(std::byte* bytes, std::size_t size_bytes, std::shared_ptr<const void> owner) noexcept
      : owner_{std::move(owner)}, size_bytes_{size_bytes}, bytes_{bytes} {}
  ~MemoryBlock();
  MemoryBlock(const MemoryBlock&) = delete;
  MemoryBlock& operator=(const MemoryBlock&) = delete;

  [[nodiscard]] std::byte* bytes() const noexcept { return bytes_; }
  [[nodiscard]] std::size_t size_bytes() const noexcept { return size_bytes_; }
  [[nodiscard]] std::uint64_t address() const noexcept { return reinterpret_cast<std::uint64_t>(bytes_); }

 private:
  /// Of a block that owns its memory.
  MemoryBudget* budget_ = nullptr;
  std::shared_ptr<const void> owner_;
  std::size_t size_bytes_;
  std::byte* bytes_;
};

}  // namespace texelscope::gpu::cpu
