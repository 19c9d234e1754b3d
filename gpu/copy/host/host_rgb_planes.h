#pragma once

#include <bit>
#include <cstdint>
#include <utility>

#include "gpu/copy/host/host_piece.h"
#include "gpu/copy/host/host_register_transpose.h"

/// Copies three channels without gaps, and 3-byte items, with byte shuffles, which not every processor supports.
namespace texelscope::gpu::copy {

#if defined(__x86_64__)
#define TEXELSCOPE_BYTE_SHUFFLES [[gnu::target("ssse3")]]
#else
#define TEXELSCOPE_BYTE_SHUFFLES
#endif

/// Whether the functions below may be called, and are the fastest.
template <class Item>
[[nodiscard]] bool is_three_shuffled() noexcept {
#if defined(__x86_64__)
  return sizeof(Item) <= 2 && __builtin_cpu_supports("ssse3") != 0;
#else
  return sizeof(Item) <= 2;
#endif
}

/// The items of three consecutive registers that make up register `Row` of the result.
template <int Lanes, int Row>
struct ThreePlanes {
  static constexpr int at(int lane) { return 3 * lane + Row; }
};
template <int Lanes, int Row>
struct ThreeChannels {
  static constexpr int at(int lane) {
    const int item = Row * Lanes + lane;
    return item % 3 * Lanes + item / 3;
  }
};

template <class Item, class From, int... Lane>
TEXELSCOPE_BYTE_SHUFFLES inline Vector<Item> shuffle_three(const Vector<Item>& a, const Vector<Item>& b,
                                                           const Vector<Item>& c,
                                                           std::integer_sequence<int, Lane...>) noexcept {
  constexpr int lanes = sizeof...(Lane);
  // The third register's items are inserted last; before that, any item may be in their place.
  const Vector<Item> two = __builtin_shufflevector(a, b, (From::at(Lane) < 2 * lanes ? From::at(Lane) : Lane)...);
  return __builtin_shufflevector(two, c, (From::at(Lane) < 2 * lanes ? Lane : From::at(Lane) - lanes)...);
}

template <class Item, template <int, int> class From>
TEXELSCOPE_BYTE_SHUFFLES inline void shuffle_rows(Vector<Item> (&rows)[3]) noexcept {
  constexpr int lanes = lane_count<Item>;
  constexpr std::make_integer_sequence<int, lanes> all{};
  const Vector<Item> first = shuffle_three<Item, From<lanes, 0>>(rows[0], rows[1], rows[2], all);
  const Vector<Item> second = shuffle_three<Item, From<lanes, 1>>(rows[0], rows[1], rows[2], all);
  const Vector<Item> third = shuffle_three<Item, From<lanes, 2>>(rows[0], rows[1], rows[2], all);
  rows[0] = first;
  rows[1] = second;
  rows[2] = third;
}

/// Takes every third item. Returns the number of processed items.
template <class Item>
TEXELSCOPE_BYTE_SHUFFLES [[nodiscard]] std::int64_t take_every_third(const std::byte* from, std::byte* to,
                                                                     std::int64_t count) noexcept {
  constexpr std::int64_t lanes = lane_count<Item>;
  std::int64_t done = 0;
  // Bytes after the last item are not read.
  for (; done + lanes < count; done += lanes) {
    const std::byte* const three = from + 3 * done * static_cast<std::int64_t>(sizeof(Item));
    const auto first = load<Vector<Item>>(three);
    const auto second = load<Vector<Item>>(three + 16);
    const auto third = load<Vector<Item>>(three + 32);
    store(to + done * static_cast<std::int64_t>(sizeof(Item)),
          shuffle_three<Item, ThreePlanes<lanes, 0>>(first, second, third, std::make_integer_sequence<int, lanes>{}));
  }
  return done;
}

/// Returns the number of processed items along.
template <class Item>
TEXELSCOPE_BYTE_SHUFFLES [[nodiscard]] std::int64_t split_three(HostPiece piece) noexcept {
  constexpr std::int64_t lanes = lane_count<Item>;
  std::int64_t done = 0;
  for (; done + lanes <= piece.count; done += lanes) {
    const std::byte* const from = piece.from + done * piece.source_stride;
    Vector<Item> rows[3] = {load<Vector<Item>>(from), load<Vector<Item>>(from + 16), load<Vector<Item>>(from + 32)};
    shuffle_rows<Item, ThreePlanes>(rows);
    for (int row = 0; row < 3; ++row) {
      store(piece.to + done * piece.stride + row * piece.stride_across, rows[row]);
    }
  }
  return done;
}

/// Returns the number of processed items across.
template <class Item>
TEXELSCOPE_BYTE_SHUFFLES [[nodiscard]] std::int64_t join_three(HostPiece piece) noexcept {
  constexpr std::int64_t lanes = lane_count<Item>;
  std::int64_t done = 0;
  for (; done + lanes <= piece.count_across; done += lanes) {
    const std::byte* const from = piece.from + done * piece.item_bytes;
    Vector<Item> rows[3] = {load<Vector<Item>>(from), load<Vector<Item>>(from + piece.source_stride),
                            load<Vector<Item>>(from + 2 * piece.source_stride)};
    shuffle_rows<Item, ThreeChannels>(rows);
    for (int row = 0; row < 3; ++row) {
      store(piece.to + done * piece.stride_across + row * 16, rows[row]);
    }
  }
  return done;
}

/// Four items of three bytes, each in a separate lane, the last byte of which is ignored.
TEXELSCOPE_BYTE_SHUFFLES inline Vector<std::uint32_t> load_four_threes(const std::byte* from) noexcept {
  const Vector<std::uint64_t> bytes{load<std::uint64_t>(from), load<std::uint32_t>(from + 8)};
  const auto packed = std::bit_cast<Vector<std::uint8_t>>(bytes);
  return std::bit_cast<Vector<std::uint32_t>>(
      __builtin_shufflevector(packed, packed, 0, 1, 2, 12, 3, 4, 5, 12, 6, 7, 8, 12, 9, 10, 11, 12));
}

TEXELSCOPE_BYTE_SHUFFLES inline void store_four_threes(std::byte* to, const Vector<std::uint32_t>& items) noexcept {
  const auto lanes = std::bit_cast<Vector<std::uint8_t>>(items);
  const auto packed = std::bit_cast<Vector<std::uint64_t>>(
      __builtin_shufflevector(lanes, lanes, 0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14, 3, 3, 3, 3));
  store(to, packed[0]);
  store(to + 8, static_cast<std::uint32_t>(packed[1]));
}

/// Transposes items of three bytes, which are adjacent across in the source and along in the destination: the largest
/// multiples of four in both directions.
TEXELSCOPE_BYTE_SHUFFLES inline void transpose_threes(HostPiece piece) noexcept {
  for (std::int64_t row = 0; row + 4 <= piece.count; row += 4) {
    const std::byte* const from = piece.from + row * piece.source_stride;
    std::byte* const to = piece.to + row * 3;
    for (std::int64_t column = 0; column + 4 <= piece.count_across; column += 4) {
      Vector<std::uint32_t> items[4];
#pragma GCC unroll 4
      for (int each = 0; each < 4; ++each) {
        items[each] = load_four_threes(from + each * piece.source_stride + column * 3);
      }
      shuffle<std::uint32_t, 4, 4>(items);
#pragma GCC unroll 4
      for (int each = 0; each < 4; ++each) {
        store_four_threes(to + (column + each) * piece.stride_across, items[each]);
      }
    }
  }
}

}  // namespace texelscope::gpu::copy
