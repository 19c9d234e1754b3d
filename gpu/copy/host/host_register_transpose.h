#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include "gpu/copy/host/host_words.h"

/// Transposes of items in registers.
namespace texelscope::gpu::copy {

/// Items in a register: 16, 8, 4, 2 or 1.
template <class Item>
inline constexpr int lane_count = 16 / static_cast<int>(sizeof(Item));

/// a₀ b₀ a₁ b₁ … of the lower halves, or of the upper halves.
template <class Item, bool Upper>
[[gnu::always_inline]] inline Vector<Item> interleave(const Vector<Item>& a, const Vector<Item>& b) noexcept {
  return [&]<int... Lane>(std::integer_sequence<int, Lane...>) {
    constexpr int lanes = lane_count<Item>;
    return __builtin_shufflevector(a, b, (Lane / 2 + (Lane % 2) * lanes + (Upper ? lanes / 2 : 0))...);
  }(std::make_integer_sequence<int, lane_count<Item>>{});
}

/// One round of a perfect shuffle of the items of all `Count` registers. log₂ Count rounds transpose a matrix of Count
/// rows, one in each register, into consecutive columns; log₂ lanes rounds transpose Count consecutive columns into
/// rows.
template <class Item, int Count>
[[gnu::always_inline]] inline void shuffle_once(Vector<Item> (&rows)[Count]) noexcept {
  Vector<Item> shuffled[Count];
#pragma GCC unroll 16
  for (int pair = 0; pair < Count / 2; ++pair) {
    shuffled[2 * pair] = interleave<Item, false>(rows[pair], rows[pair + Count / 2]);
    shuffled[2 * pair + 1] = interleave<Item, true>(rows[pair], rows[pair + Count / 2]);
  }
#pragma GCC unroll 16
  for (int row = 0; row < Count; ++row) {
    rows[row] = shuffled[row];
  }
}

template <class Item, int Count, int Factor>
[[gnu::always_inline]] inline void shuffle(Vector<Item> (&rows)[Count]) noexcept {
  if constexpr (Factor > 1) {
    shuffle_once<Item>(rows);
    shuffle<Item, Count, Factor / 2>(rows);
  }
}

/// Loads one row into each register, and shuffles the rows.
template <class Item, int Count, int Factor>
[[gnu::always_inline]] inline void load_shuffled(Vector<Item> (&rows)[Count], const std::byte* from,
                                                 std::int64_t source_stride) noexcept {
#pragma GCC unroll 16
  for (int row = 0; row < Count; ++row) {
    rows[row] = load<Vector<Item>>(from + row * source_stride);
  }
  shuffle<Item, Count, Factor>(rows);
}

/// Loads and shuffles rows, and stores them.
template <class Item, int Count, int Factor>
[[gnu::always_inline]] inline void shuffle_between(const std::byte* from, std::int64_t source_stride, std::byte* to,
                                                   std::int64_t stride) noexcept {
  Vector<Item> rows[Count];
  load_shuffled<Item, Count, Factor>(rows, from, source_stride);
#pragma GCC unroll 16
  for (int row = 0; row < Count; ++row) {
    store(to + row * stride, rows[row]);
  }
}

/// Transposes a square of lanes × lanes items; `row_count` rows of the source are read, the others count as 0.
template <class Item>
[[gnu::always_inline]] inline void transpose_square(Vector<Item> (&rows)[lane_count<Item>], const std::byte* from,
                                                    std::int64_t source_stride, std::int64_t row_count) noexcept {
#pragma GCC unroll 16
  for (int row = 0; row < lane_count<Item>; ++row) {
    rows[row] = row < row_count ? load<Vector<Item>>(from + row * source_stride) : Vector<Item>{};
  }
  shuffle<Item, lane_count<Item>, lane_count<Item>>(rows);
}

}  // namespace texelscope::gpu::copy
