#include "gpu/copy/host/host_register_transpose.h"

#include <algorithm>
#include <bit>

#include "gpu/copy/host/host_narrow_transpose.h"
#include "gpu/copy/host/host_piece.h"
#include "gpu/copy/host/host_stream.h"

namespace texelscope::gpu::copy {
namespace {

/// Rows that are transposed together: rows a multiple of 4,096 bytes apart share a set of the first-level cache, which
/// has 8 lines.
template <class Item>
inline constexpr int band_rows = std::min(lane_count<Item>, 8);

/// Transposes band_rows × lanes items.
template <class Item>
[[gnu::always_inline]] inline void transpose_to(const std::byte* from, std::int64_t source_stride, std::byte* to,
                                                std::int64_t stride) noexcept {
  constexpr int count = band_rows<Item>;
  if constexpr (count == lane_count<Item>) {
    shuffle_between<Item, count, count>(from, source_stride, to, stride);
  } else {
    Vector<Item> rows[count];
    load_shuffled<Item, count, count>(rows, from, source_stride);
#pragma GCC unroll 16
    for (int row = 0; row < count; ++row) {
      const auto halves = std::bit_cast<Word16>(rows[row]);
      store(to + 2 * row * stride, halves[0]);
      store(to + (2 * row + 1) * stride, halves[1]);
    }
  }
}

/// Transposes band_rows rows of the source. If `count_across`, which is at least the number of lanes, is not a multiple
/// of it, the last square begins early enough to be whole.
template <class Item>
void transpose_band(const std::byte* from, std::int64_t source_stride, std::byte* to, std::int64_t stride,
                    std::int64_t count_across) noexcept {
  constexpr std::int64_t lanes = lane_count<Item>;
  for (std::int64_t done = 0; done < count_across; done += lanes) {
    const std::int64_t first = std::min(done, count_across - lanes);
    transpose_to<Item>(from + first * static_cast<std::int64_t>(sizeof(Item)), source_stride, to + first * stride,
                       stride);
  }
}

template <class Item>
void transpose(HostPiece piece) noexcept {
  constexpr std::int64_t lanes = lane_count<Item>;
  constexpr std::int64_t band = band_rows<Item>;
  constexpr std::int64_t item = sizeof(Item);
  const bool are_channels = piece.count_across == 4 && piece.source_stride == 4 * item;
  if (piece.count >= band && piece.count_across >= lanes && !are_channels) {
    for (std::int64_t done = 0; done < piece.count; done += band) {
      const std::int64_t first = std::min(done, piece.count - band);
      transpose_band<Item>(piece.from + first * piece.source_stride, piece.source_stride, piece.to + first * item,
                           piece.stride_across, piece.count_across);
    }
  } else if (piece.count >= lanes) {
    split_few<Item>(piece);
  } else if (piece.count_across >= lanes) {
    join_few<Item>(piece);
  } else {
    transpose_few<Item>(piece);
  }
}

/// Items that fill a register need no transpose; a cache line of the source is still used up immediately.
void transpose_widest(HostPiece piece) noexcept {
  constexpr std::int64_t item = 16;
  constexpr std::int64_t line_items = cache_line_bytes / item;
  for (std::int64_t first = 0; first < piece.count_across; first += line_items) {
    const std::int64_t end = std::min(first + line_items, piece.count_across);
    for (std::int64_t row = 0; row < piece.count; ++row) {
      for (std::int64_t column = first; column < end; ++column) {
        store(piece.to + row * item + column * piece.stride_across,
              load<Word16>(piece.from + row * piece.source_stride + column * item));
      }
    }
  }
}

/// 3-byte items, such as pixels. The items that remain after groups of four are gathered.
void transpose_pixels(const HostPiece& piece) noexcept {
  const bool is_turned = is_three_shuffled<std::uint8_t>();
  const std::int64_t rows = is_turned ? piece.count / 4 * 4 : 0;
  const std::int64_t columns = is_turned ? piece.count_across / 4 * 4 : 0;
  if (is_turned) {
    transpose_threes(piece);
  }
  HostPiece turned = piece;
  turned.count = rows;
  gather_piece(rest_across(turned, columns));
  gather_piece(rest_along(piece, rows));
}

/// A reversed source is read forward and written backward.
HostPiece read_forwards(HostPiece piece) noexcept {
  if (piece.source_stride_across < 0) {
    piece.from += (piece.count_across - 1) * piece.source_stride_across;
    piece.to += (piece.count_across - 1) * piece.stride_across;
    piece.source_stride_across = -piece.source_stride_across;
    piece.stride_across = -piece.stride_across;
  }
  return piece;
}

}  // namespace

void register_transpose(const HostPiece& any_piece) noexcept {
  const HostPiece piece = read_forwards(any_piece);
  switch (piece.item_bytes) {
    case 1:
      transpose<std::uint8_t>(piece);
      break;
    case 2:
      transpose<std::uint16_t>(piece);
      break;
    case 3:
      transpose_pixels(piece);
      break;
    case 4:
      transpose<std::uint32_t>(piece);
      break;
    case 8:
      transpose<std::uint64_t>(piece);
      break;
    default:
      transpose_widest(piece);
      break;
  }
}

}  // namespace texelscope::gpu::copy
