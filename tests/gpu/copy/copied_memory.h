#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

#include "gpu/copy/host/copy_pointers.h"
#include "texelscope/gpu/strided_layout.h"

namespace texelscope::tests {

/// The memory of one side of a copy: exactly from the lowest byte of any element to the highest, between guard bytes.
class SideMemory {
 public:
  /// The first byte of the element at the lowest address is `misalignment` bytes past a multiple of 64.
  SideMemory(const gpu::StridedLayout& layout, std::size_t misalignment, std::mt19937_64& random);

  /// The position of offset 0 of the layout.
  [[nodiscard]] std::byte* offset_zero() noexcept { return bytes_.data() + zero_; }
  [[nodiscard]] const std::byte* offset_zero() const noexcept { return bytes_.data() + zero_; }
  [[nodiscard]] const std::vector<std::byte>& bytes() const noexcept { return bytes_; }

 private:
  std::vector<std::byte> bytes_;
  std::ptrdiff_t zero_ = 0;
};

/// Both sides of a copy, and the expected destination.
struct CopiedMemory {
  gpu::StridedLayout source_layout;
  gpu::StridedLayout destination_layout;
  SideMemory source;
  SideMemory destination;
  /// Computed by a loop over all indices, byte by byte; bytes between the elements are unchanged.
  std::vector<std::byte> expected;

  CopiedMemory(const gpu::StridedLayout& source_layout, const gpu::StridedLayout& destination_layout,
               std::size_t source_misalignment, std::size_t destination_misalignment, std::mt19937_64& random);

  [[nodiscard]] gpu::copy::CopyPointers pointers() noexcept {
    return {source.offset_zero(), destination.offset_zero()};
  }
};

/// Copies of this size and more are written past the caches.
inline constexpr std::int64_t past_caches_bytes = std::int64_t{4} << 20;

/// Plans the copy, runs its tasks in random order on `thread_count` threads, and checks every byte of both sides. A
/// smaller copy is also done like one that is written past the caches.
testing::AssertionResult copies(const gpu::StridedLayout& source, const gpu::StridedLayout& destination,
                                std::mt19937_64& random, unsigned thread_count = 1, std::size_t source_misalignment = 0,
                                std::size_t destination_misalignment = 0);

/// Like copies(), with a dense destination.
testing::AssertionResult copies_to_dense(const gpu::StridedLayout& source, std::mt19937_64& random,
                                         unsigned thread_count = 1, std::size_t source_misalignment = 0,
                                         std::size_t destination_misalignment = 0);

}  // namespace texelscope::tests
