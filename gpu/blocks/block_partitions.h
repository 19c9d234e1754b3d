#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

/// Shared by BC6H and BC7: bits, subsets of a block, interpolation between endpoints.
namespace texelscope::gpu::blocks {

/// Reads the 128 bits of a block from the lowest on.
class BlockBits {
 public:
  explicit BlockBits(const std::byte* block) noexcept { std::memcpy(words_.data(), block, sizeof(words_)); }

  /// The next `count` bits, 0 – 32, lowest first.
  [[nodiscard]] unsigned take(int count) noexcept {
    const std::size_t word = position_ >> 6;
    const std::size_t bit = position_ & 63;
    std::uint64_t bits = words_[word & 1] >> bit;
    if (bit != 0 && word == 0) {
      bits |= words_[1] << (64 - bit);
    }
    position_ += static_cast<std::size_t>(count);
    return static_cast<unsigned>(bits & ((std::uint64_t{1} << count) - 1));
  }

 private:
  std::array<std::uint64_t, 2> words_{};
  std::size_t position_ = 0;
};

/// The subset of each texel, x fastest, and the texel of each subset whose index lacks its highest bit.
struct BlockPartition {
  std::array<std::uint8_t, 16> subset{};
  std::array<std::uint8_t, 3> anchors{};
};

/// Partition `number` (0 – 63) into 1, 2 or 3 subsets.
[[nodiscard]] BlockPartition block_partition(int num_subsets, unsigned number) noexcept;

/// The value between two endpoints for an index of 2, 3 or 4 bits: weights in 1/64, rounded half up.
[[nodiscard]] int interpolate(int first, int second, unsigned index, int index_bits) noexcept;

}  // namespace texelscope::gpu::blocks
