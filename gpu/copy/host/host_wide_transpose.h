#pragma once

#if defined(__x86_64__)
#include <immintrin.h>
#endif

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <utility>

#include "gpu/copy/host/host_packed.h"
#include "gpu/copy/host/host_register_transpose.h"

/// Transposes in registers of 32 bytes, which not every processor has: each half is a register of 16 bytes.
namespace texelscope::gpu::copy {

[[nodiscard]] inline bool has_wide_registers() noexcept {
#if defined(__x86_64__)
  return __builtin_cpu_supports("avx2") != 0;
#else
  return false;
#endif
}

#if defined(__x86_64__)
#define TEXELSCOPE_WIDE [[gnu::target("avx2")]]
#define TEXELSCOPE_WIDE_STEP TEXELSCOPE_WIDE [[gnu::always_inline]] inline

template <class Lane>
struct WideOf {
  using Type [[gnu::vector_size(32)]] = Lane;
};
template <class Lane>
using Wide = typename WideOf<Lane>::Type;

// Such registers are not returned: how depends on the processor.

/// Parts of two rows, `distance` bytes apart.
template <class Lane>
TEXELSCOPE_WIDE_STEP void load_two(Wide<Lane>& to, const std::byte* from, std::int64_t distance) noexcept {
  const auto half = [](const std::byte* at) { return static_cast<const __m128i*>(static_cast<const void*>(at)); };
  const __m256i low = _mm256_castsi128_si256(_mm_loadu_si128(half(from)));
  to = reinterpret_cast<Wide<Lane>>(_mm256_inserti128_si256(low, _mm_loadu_si128(half(from + distance)), 1));
}

/// interleave() of each half.
template <class Item, bool Upper, int... Lane>
TEXELSCOPE_WIDE_STEP void interleave_wide(Wide<Item>& to, const Wide<Item>& a, const Wide<Item>& b,
                                          std::integer_sequence<int, Lane...>) noexcept {
  constexpr int lanes = lane_count<Item>;
  to = __builtin_shufflevector(
      a, b, (Lane / lanes * lanes + Lane % lanes / 2 + (Lane % 2) * 2 * lanes + (Upper ? lanes / 2 : 0))...);
}

/// Transposes both halves of `Count` rows.
template <class Item, int Count>
TEXELSCOPE_WIDE_STEP void shuffle_wide(Wide<Item> (&rows)[Count]) noexcept {
  constexpr std::make_integer_sequence<int, 2 * lane_count<Item>> all{};
#pragma GCC unroll 4
  for (int round = 1; round < Count; round *= 2) {
    Wide<Item> shuffled[Count];
#pragma GCC unroll 16
    for (int pair = 0; pair < Count / 2; ++pair) {
      interleave_wide<Item, false>(shuffled[2 * pair], rows[pair], rows[pair + Count / 2], all);
      interleave_wide<Item, true>(shuffled[2 * pair + 1], rows[pair], rows[pair + Count / 2], all);
    }
#pragma GCC unroll 16
    for (int row = 0; row < Count; ++row) {
      rows[row] = shuffled[row];
    }
  }
}

/// Two squares at a time, one below the other.
template <class Item>
TEXELSCOPE_WIDE void transpose_wide(PackedMatrix matrix) noexcept {
  constexpr std::int64_t lanes = lane_count<Item>;
  constexpr auto item = static_cast<std::int64_t>(sizeof(Item));
  for (std::int64_t row = 0; row < matrix.rows; row += 2 * lanes) {
    for (std::int64_t column = 0; column < matrix.columns; column += lanes) {
      const std::byte* const from = matrix.from + row * matrix.pitch + column * item;
      std::byte* const to = matrix.to + column * matrix.to_pitch + row * item;
      Wide<Item> rows[lanes];
#pragma GCC unroll 16
      for (int each = 0; each < lanes; ++each) {
        load_two<Item>(rows[each], from + each * matrix.pitch, lanes * matrix.pitch);
      }
      shuffle_wide<Item, lanes>(rows);
#pragma GCC unroll 16
      for (int each = 0; each < lanes; ++each) {
        std::memcpy(to + each * matrix.to_pitch, &rows[each], sizeof(rows[each]));
      }
    }
  }
}

/// Items of three bytes: four in each half, spread over lanes of four bytes while they are transposed. The four bytes
/// written after each half are overwritten by the next one.
TEXELSCOPE_WIDE inline void transpose_threes_wide(PackedMatrix matrix) noexcept {
  for (std::int64_t row = 0; row < matrix.rows; row += 8) {
    for (std::int64_t column = 0; column < matrix.columns; column += 4) {
      const std::byte* const from = matrix.from + row * matrix.pitch + column * 3;
      std::byte* const to = matrix.to + column * matrix.to_pitch + row * 3;
      Wide<std::uint32_t> items[4];
#pragma GCC unroll 4
      for (int each = 0; each < 4; ++each) {
        Wide<std::uint8_t> bytes;
        load_two<std::uint8_t>(bytes, from + each * matrix.pitch, 4 * matrix.pitch);
        items[each] = reinterpret_cast<Wide<std::uint32_t>>(
            __builtin_shufflevector(bytes, bytes, 0, 1, 2, 3, 3, 4, 5, 3, 6, 7, 8, 3, 9, 10, 11, 3, 16, 17, 18, 19, 19,
                                    20, 21, 19, 22, 23, 24, 19, 25, 26, 27, 19));
      }
      shuffle_wide<std::uint32_t, 4>(items);
#pragma GCC unroll 4
      for (int each = 0; each < 4; ++each) {
        const auto bytes = reinterpret_cast<Wide<std::uint8_t>>(items[each]);
        const auto joined = reinterpret_cast<Wide<std::uint64_t>>(
            __builtin_shufflevector(bytes, bytes, 0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14, 3, 3, 3, 3, 16, 17, 18, 20,
                                    21, 22, 24, 25, 26, 28, 29, 30, 19, 19, 19, 19));
        store(to + each * matrix.to_pitch, Word16{joined[0], joined[1]});
        store(to + each * matrix.to_pitch + 12, Word16{joined[2], joined[3]});
      }
    }
  }
}

#endif

}  // namespace texelscope::gpu::copy
