#pragma once

#include <cstdint>

#include "gpu/copy/block_axes.h"
#include "gpu/copy/host/copy_pointers.h"
#include "texelscope/kernels/kernel_function.h"

namespace texelscope::gpu::copy {

/// Largest step from column to column in the source, in items: with larger steps, most granules of a row of 4-byte
/// items would contain no item.
inline constexpr std::int64_t max_skewed_step = 4;

/// The tiles of a SkewedCopy, for items of 1, 2, 4 or 8 bytes. Measured on an H200: tiles of 128 × 64 items of 4 bytes
/// achieve 0.86–0.89 of the throughput of a memcpy, tiles of 128 × 252 bytes 0.66–0.67.
struct SkewedShape {
  std::int32_t item = 4;

  /// The bytes of a row in the source that a tile contains.
  [[nodiscard]] TEXELSCOPE_KERNEL_FUNCTION constexpr std::int32_t row_bytes() const {
    return item == 1 ? 128 : item == 2 ? 256 : 512;
  }
  /// Rows per 16 bytes of a column. In shared memory, 16 bytes are skipped after each such group of rows, so that the
  /// rows that lanes read simultaneously are in different banks.
  [[nodiscard]] TEXELSCOPE_KERNEL_FUNCTION constexpr std::int32_t group_rows() const { return 16 / item; }
  /// Small items are written in words.
  [[nodiscard]] TEXELSCOPE_KERNEL_FUNCTION constexpr std::int32_t word_items() const { return 4 / item; }
  /// Each write of a column is aligned to this: to a word if lanes write words, or to a sector of the memory, so that
  /// blocks share no sector.
  [[nodiscard]] TEXELSCOPE_KERNEL_FUNCTION constexpr std::int32_t write_alignment() const { return item < 4 ? 4 : 32; }
  /// The rows in shared memory, including those that only the skew of some columns needs.
  [[nodiscard]] TEXELSCOPE_KERNEL_FUNCTION constexpr std::int32_t rows() const {
    return item < 4 ? 256 / item : wide_rows() + write_alignment() / item;
  }
  /// The rows of each column that a tile writes.
  [[nodiscard]] TEXELSCOPE_KERNEL_FUNCTION constexpr std::int32_t written_rows(std::int32_t skew) const {
    return item < 4 ? rows() - skew : wide_rows();
  }
  [[nodiscard]] TEXELSCOPE_KERNEL_FUNCTION constexpr std::int32_t pitch() const { return row_bytes() + 16; }
  [[nodiscard]] TEXELSCOPE_KERNEL_FUNCTION constexpr std::int32_t group_pitch() const {
    return group_rows() * pitch() + 16;
  }
  [[nodiscard]] TEXELSCOPE_KERNEL_FUNCTION constexpr std::int32_t shared_bytes() const {
    return rows() / group_rows() * group_pitch();
  }
  /// The offset of a row's first granule in shared memory.
  [[nodiscard]] TEXELSCOPE_KERNEL_FUNCTION constexpr std::int32_t place(std::int32_t row) const {
    return row * pitch() + row / group_rows() * 16;
  }
  /// Columns of a tile, a multiple of 4.
  [[nodiscard]] TEXELSCOPE_KERNEL_FUNCTION constexpr std::int32_t columns(std::int32_t step) const {
    return row_bytes() / (item * step) / 4 * 4;
  }

 private:
  [[nodiscard]] TEXELSCOPE_KERNEL_FUNCTION static constexpr std::int32_t wide_rows() { return 64; }
};

/// One tile: the addresses of its first row and column, and the rows of shared memory that exist in the matrix.
struct SkewedTile {
  /// Addresses, because the first rows of a tile may precede the matrix.
  std::uint64_t source = 0;
  std::uint64_t destination = 0;
  std::int32_t columns = 0;
  std::int32_t begin = 0;
  std::int32_t end = 0;
};

/// Transposes matrices at any alignment. Rows are read in whole granules, and keep their misalignment in shared memory.
/// Each column of a tile begins up to `skew` rows earlier, where its destination is aligned, and is written from there
/// in whole words or granules.
struct SkewedCopy {
  /// The first row and column of the first matrix.
  CopyPointers pointers;
  /// The matrices.
  BlockAxes blocks;
  std::int64_t rows = 1;
  std::int64_t columns = 1;
  /// Bytes from row to row in the source, and from column to column in the destination. Columns are `step` items apart
  /// in the source; rows are adjacent in the destination.
  std::int64_t row_stride = 0;
  std::int64_t column_stride = 0;
  std::int32_t step = 1;
  /// A power of two, or 0 if each column is aligned.
  std::int32_t skew = 0;
  std::int64_t row_blocks = 1;
  std::int64_t column_blocks = 1;
  /// Whether consecutive blocks are neighbors along rows, instead of along columns.
  bool is_along_rows = false;
  ReadableBytes readable;

  [[nodiscard]] TEXELSCOPE_KERNEL_FUNCTION SkewedTile tile(std::int64_t number, SkewedShape shape) const {
    // A launch has fewer than 2³¹ blocks.
    const auto block = static_cast<std::uint32_t>(number);
    const auto fast_count = static_cast<std::uint32_t>(is_along_rows ? column_blocks : row_blocks);
    const auto slow_count = static_cast<std::uint32_t>(is_along_rows ? row_blocks : column_blocks);
    const std::uint32_t line = block / fast_count;
    const std::uint32_t matrix = line / slow_count;
    const std::uint32_t fast = block - line * fast_count;
    const std::uint32_t slow = line - matrix * slow_count;
    CopyPointers first = pointers;
    blocks.enter(matrix, first);
    const std::int64_t tile_columns = shape.columns(step);
    const std::int64_t row = std::int64_t{is_along_rows ? slow : fast} * shape.written_rows(skew) - skew;
    const std::int64_t column = (is_along_rows ? fast : slow) * tile_columns;
    const std::int64_t rows_left = rows - row;
    const std::int64_t columns_left = columns - column;
    const std::int32_t tile_rows = shape.written_rows(skew) + skew;
    SkewedTile tile;
    tile.source = reinterpret_cast<std::uint64_t>(first.source) +
                  static_cast<std::uint64_t>(row * row_stride + column * step * shape.item);
    tile.destination = reinterpret_cast<std::uint64_t>(first.destination) +
                       static_cast<std::uint64_t>(row * shape.item + column * column_stride);
    tile.columns = static_cast<std::int32_t>(columns_left < tile_columns ? columns_left : tile_columns);
    tile.begin = row < 0 ? static_cast<std::int32_t>(-row) : 0;
    tile.end = static_cast<std::int32_t>(rows_left < tile_rows ? rows_left : tile_rows);
    return tile;
  }

  /// The address of a column at the tile's first row.
  [[nodiscard]] TEXELSCOPE_KERNEL_FUNCTION std::uint64_t column_address(const SkewedTile& tile,
                                                                        std::int32_t column) const {
    return tile.destination + static_cast<std::uint64_t>(column * column_stride);
  }

  /// The number of rows by which the writes of a column begin earlier.
  [[nodiscard]] TEXELSCOPE_KERNEL_FUNCTION std::int32_t skew_of(std::uint64_t column_address, SkewedShape shape) const {
    return skew == 0 ? 0
                     : static_cast<std::int32_t>(column_address / static_cast<std::uint32_t>(shape.item)) & (skew - 1);
  }

  [[nodiscard]] TEXELSCOPE_KERNEL_FUNCTION std::uint64_t row_address(const SkewedTile& tile, std::int32_t row) const {
    return tile.source + static_cast<std::uint64_t>(row * row_stride);
  }

  /// The offset of a row's first item within its first granule.
  [[nodiscard]] TEXELSCOPE_KERNEL_FUNCTION std::int32_t shift(const SkewedTile& tile, std::int32_t row) const {
    return static_cast<std::int32_t>(row_address(tile, row) & 15);
  }

  /// The bytes of a row from the first to the last item of a tile.
  [[nodiscard]] TEXELSCOPE_KERNEL_FUNCTION std::int32_t span_bytes(const SkewedTile& tile, SkewedShape shape) const {
    return ((tile.columns - 1) * step + 1) * shape.item;
  }
};

/// Where one lane finds the 16 bytes that it writes from row `row` of a column on, for items of 4 and 8 bytes. It reads
/// the rows in the order of their remainders by `group_rows`, so that the lanes of a warp read rows with the same
/// misalignment simultaneously: read `n` is row `row + (n + rotation) % group_rows`, at `place(n)`.
struct SkewedGranule {
  std::int32_t row = 0;
  std::int32_t rotation = 0;
  /// The place of the group of rows, without the misalignments of its rows.
  std::int32_t group = 0;

  /// `x` is the first row without skew, a multiple of group_rows.
  TEXELSCOPE_KERNEL_FUNCTION SkewedGranule(SkewedShape shape, std::int32_t x, std::int32_t skew, std::int32_t skew_here)
      : row(x + skew - skew_here),
        rotation(skew_here & (shape.group_rows() - 1)),
        group((row + rotation) / shape.group_rows() * shape.group_pitch()) {}

  /// The place of read `n`; `shifted` is place(n) plus the misalignment of row n.
  [[nodiscard]] TEXELSCOPE_KERNEL_FUNCTION std::int32_t place(SkewedShape shape, std::int32_t n,
                                                              std::int32_t shifted) const {
    return group + shifted - (n + rotation >= shape.group_rows() ? shape.group_pitch() : 0);
  }
};

}  // namespace texelscope::gpu::copy
