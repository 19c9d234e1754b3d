#pragma once

#include <bit>
#include <cstdint>

#include "gpu/copy/host/host_piece.h"
#include "gpu/copy/host/host_register_transpose.h"
#include "gpu/copy/host/host_rgb_planes.h"

/// Pieces with fewer items along one axis than a register has lanes: channels that are split or interleaved.
namespace texelscope::gpu::copy {

/// The rest of a piece after the first `done` items along it, or across.
[[nodiscard]] inline HostPiece rest_along(HostPiece piece, std::int64_t done) noexcept {
  piece.from += done * piece.source_stride;
  piece.to += done * piece.stride;
  piece.count -= done;
  return piece;
}
[[nodiscard]] inline HostPiece rest_across(HostPiece piece, std::int64_t done) noexcept {
  piece.from += done * piece.source_stride_across;
  piece.to += done * piece.stride_across;
  piece.count_across -= done;
  return piece;
}

// Pieces are passed by value: their fields then stay in registers while bytes are written.

/// Channels without gaps; their number is a power of two.
template <class Item, int Channels>
[[nodiscard]] std::int64_t split_dense(HostPiece piece) noexcept {
  constexpr std::int64_t lanes = lane_count<Item>;
  std::int64_t done = 0;
  for (; done + lanes <= piece.count; done += lanes) {
    shuffle_between<Item, Channels, lanes>(piece.from + done * piece.source_stride, 16, piece.to + done * piece.stride,
                                           piece.stride_across);
  }
  return done;
}

/// Reads 16 bytes for each item along, which include part of the next items. `Channels` is the number used, or 0 if it
/// is not known at compile time.
template <class Item, int Channels>
[[nodiscard]] std::int64_t split_overlapping(HostPiece piece) noexcept {
  constexpr std::int64_t lanes = lane_count<Item>;
  const std::int64_t channels = Channels > 0 ? Channels : piece.count_across;
  const std::int64_t end = (piece.count - 1) * piece.source_stride + channels * piece.item_bytes;
  std::int64_t done = 0;
  for (; done + lanes <= piece.count && (done + lanes - 1) * piece.source_stride + 16 <= end; done += lanes) {
    Vector<Item> rows[lanes];
    transpose_square<Item>(rows, piece.from + done * piece.source_stride, piece.source_stride, lanes);
#pragma GCC unroll 16
    for (int row = 0; row < lanes; ++row) {
      if (row < channels) {
        store(piece.to + done * piece.stride + row * piece.stride_across, rows[row]);
      }
    }
  }
  return done;
}

/// Fewer items across than lanes: the source has them side by side.
template <class Item>
void split_few(HostPiece piece) noexcept {
  // With larger strides, the bytes between two items might not be readable.
  constexpr std::int64_t widest_gap = 64;
  const std::int64_t dense = piece.count_across * piece.item_bytes;
  std::int64_t done = 0;
  if (piece.source_stride == dense && piece.count_across == 2) {
    done = split_dense<Item, 2>(piece);
  } else if (piece.source_stride == dense && piece.count_across == 4) {
    done = split_dense<Item, 4>(piece);
  } else if (piece.source_stride == dense && piece.count_across == 3 && is_three_shuffled<Item>()) {
    done = split_three<Item>(piece);
  } else if (piece.source_stride >= dense && piece.source_stride <= widest_gap) {
    done = piece.count_across == 3 ? split_overlapping<Item, 3>(piece) : split_overlapping<Item, 0>(piece);
  }
  gather_piece(rest_along(piece, done));
}

/// Planes that become channels without gaps; their number is a power of two.
template <class Item, int Channels>
[[nodiscard]] std::int64_t join_dense(HostPiece piece) noexcept {
  constexpr std::int64_t lanes = lane_count<Item>;
  std::int64_t done = 0;
  for (; done + lanes <= piece.count_across; done += lanes) {
    shuffle_between<Item, Channels, Channels>(piece.from + done * piece.item_bytes, piece.source_stride,
                                              piece.to + done * piece.stride_across, 16);
  }
  return done;
}

/// Writes 16 bytes for each item across, which the items after it overwrite. `Channels` as above.
template <class Item, int Channels>
[[nodiscard]] std::int64_t join_overlapping(HostPiece piece) noexcept {
  constexpr std::int64_t lanes = lane_count<Item>;
  const std::int64_t channels = Channels > 0 ? Channels : piece.count;
  const std::int64_t end = piece.count_across * piece.stride_across;
  std::int64_t done = 0;
  for (; done + lanes <= piece.count_across && (done + lanes - 1) * piece.stride_across + 16 <= end; done += lanes) {
    Vector<Item> rows[lanes];
    transpose_square<Item>(rows, piece.from + done * piece.item_bytes, piece.source_stride, channels);
#pragma GCC unroll 16
    for (int row = 0; row < lanes; ++row) {
      store(piece.to + (done + row) * piece.stride_across, rows[row]);
    }
  }
  return done;
}

/// For an axis with fewer items than there are lanes: writes the items next to each other.
template <class Item>
void join_few(HostPiece piece) noexcept {
  std::int64_t done = 0;
  if (piece.stride_across == piece.count * piece.item_bytes) {
    if (piece.count == 2) {
      done = join_dense<Item, 2>(piece);
    } else if (piece.count == 3 && is_three_shuffled<Item>()) {
      done = join_three<Item>(piece);
    } else if (piece.count == 3) {
      done = join_overlapping<Item, 3>(piece);
    } else if (piece.count == 4) {
      done = join_dense<Item, 4>(piece);
    } else {
      done = join_overlapping<Item, 0>(piece);
    }
  }
  gather_piece(rest_across(piece, done));
}

/// Loads 1–16 bytes, followed by zeros; reads no other bytes. The bytes are combined in registers: a wide load of
/// recent narrow stores stalls until they are in the cache.
[[nodiscard]] [[gnu::always_inline]] inline Word16 load_few(const std::byte* from, std::int64_t bytes) noexcept {
  if (bytes > 8) {
    return Word16{load<std::uint64_t>(from), load<std::uint64_t>(from + bytes - 8) >> (8 * (16 - bytes))};
  }
  if (bytes > 4) {
    return Word16{load<std::uint32_t>(from) | static_cast<std::uint64_t>(load<std::uint32_t>(from + bytes - 4))
                                                  << (8 * (bytes - 4)),
                  0};
  }
  std::uint64_t few = 0;
  for (std::int64_t byte = 0; byte < bytes; ++byte) {
    few |= static_cast<std::uint64_t>(from[byte]) << (8 * byte);
  }
  return Word16{few, 0};
}

/// Writes the first 1–16 bytes and no others.
[[gnu::always_inline]] inline void store_few(std::byte* to, const Word16& word, std::int64_t bytes) noexcept {
  if (bytes == 16) {
    store(to, word);
  } else if (bytes > 8) {
    store(to, word[0]);
    store(to + bytes - 8, word[0] >> (8 * (bytes - 8)) | word[1] << (8 * (16 - bytes)));
  } else if (bytes == 8) {
    store(to, word[0]);
  } else if (bytes >= 4) {
    store(to, static_cast<std::uint32_t>(word[0]));
    store(to + bytes - 4, static_cast<std::uint32_t>(word[0] >> (8 * (bytes - 4))));
  } else {
    for (std::int64_t byte = 0; byte < bytes; ++byte) {
      to[byte] = static_cast<std::byte>(word[0] >> (8 * byte));
    }
  }
}

/// Fewer items than lanes both ways: exactly their bytes are read and written.
template <class Item>
void transpose_few(HostPiece piece) noexcept {
  constexpr int lanes = lane_count<Item>;
  const std::int64_t source_bytes = piece.count_across * piece.item_bytes;
  const std::int64_t bytes = piece.count * piece.item_bytes;
  Vector<Item> rows[lanes];
#pragma GCC unroll 16
  for (int row = 0; row < lanes; ++row) {
    rows[row] = row < piece.count
                    ? std::bit_cast<Vector<Item>>(load_few(piece.from + row * piece.source_stride, source_bytes))
                    : Vector<Item>{};
  }
  shuffle<Item, lanes, lanes>(rows);
#pragma GCC unroll 16
  for (int row = 0; row < lanes; ++row) {
    if (row < piece.count_across) {
      store_few(piece.to + row * piece.stride_across, std::bit_cast<Word16>(rows[row]), bytes);
    }
  }
}

}  // namespace texelscope::gpu::copy
