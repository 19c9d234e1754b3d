#pragma once

#include <cstdint>
#include <utility>

#include "gpu/copy/host_piece.h"
#include "gpu/copy/host_turn.h"

/// Three channels without gaps, by shuffles of bytes that not every processor has.
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

/// Which items of three registers, one after the other, make up register `Row` of the result.
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
  // Items of the third register are put in last; until then any item stands in their place.
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

/// Takes every third item. Returns how many are done.
template <class Item>
TEXELSCOPE_BYTE_SHUFFLES [[nodiscard]] std::int64_t take_every_third(const std::byte* from, std::byte* to,
                                                                     std::int64_t count) noexcept {
  constexpr std::int64_t lanes = lane_count<Item>;
  std::int64_t done = 0;
  // What follows the last item is not read.
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

/// Returns how many items along are done.
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

/// Returns how many items across are done.
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

#undef TEXELSCOPE_BYTE_SHUFFLES

}  // namespace texelscope::gpu::copy
