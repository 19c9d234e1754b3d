#pragma once

#include <bit>
#include <cstdint>

#include "gpu/copy/block_axes.h"
#include "gpu/copy/device/skewed_tile.h"
#include "gpu/copy/host/copy_pointers.h"
#include "texelscope/gpu/dimensions.h"
#include "texelscope/kernels/launch.h"

/// The kernels of strided copies on a GPU, with one entry for each item size (1, 2, 4, 8 or 16 bytes). Without nvcc,
/// their device_symbol is null.
namespace texelscope::gpu::copy {

/// The maximum number of axes that form one side of a tile.
inline constexpr std::int32_t max_tile_axes = 3;

/// One side of a tile: neighboring items of source or destination, along one axis or, if it is short, along the first
/// few axes that continue it. `stride` is the stride on the other side, in bytes.
struct TileSide {
  std::int32_t count = 1;
  std::int32_t axes = 1;
  std::int32_t extent[max_tile_axes] = {1, 1, 1};
  std::int64_t stride[max_tile_axes] = {0, 0, 0};

  /// The offset of item `number` on the other side.
  [[nodiscard]] TEXELSCOPE_KERNEL_FUNCTION std::int64_t offset(std::int32_t number) const {
    if (axes == 1) {
      return number * stride[0];
    }
    std::int64_t result = 0;
    for (std::int32_t axis = 0; axis < axes; ++axis) {
      const std::int32_t rest = number / extent[axis];
      result += (number - rest * extent[axis]) * stride[axis];
      number = rest;
    }
    return result;
  }
};

/// Copies tiles of `along_source` × `along_destination` items: reads runs along the first, writes runs along the
/// second, and transposes them in shared memory.
struct TileCopy {
  CopyPointers pointers;
  BlockAxes blocks;
  /// Neighbors in the source; strides of the destination.
  TileSide along_source;
  /// Neighbors in the destination; strides of the source.
  TileSide along_destination;
  /// Bytes of one read, and of one write: a power of two from the item size to 16 that divides every address.
  std::int32_t read_bytes = 16;
  std::int32_t write_bytes = 16;
  /// Bytes from row to row in shared memory, a multiple of 128, and the number of rows there, including those that only
  /// whole writes need.
  std::int32_t pitch = 128;
  std::int32_t shared_rows = 1;
};

/// How the source's runs are read into shared memory.
enum class StagedRead : std::uint8_t {
  /// One run with any alignment: in whole granules of 16 bytes.
  one_run,
  /// Runs whose addresses and lengths are multiples of 16.
  whole,
  /// Word by word, or item by item if items are wider.
  words,
  /// Runs of small items that begin within words: shifted in registers.
  shifted,
};

/// Copies tiles of any shape through shared memory, which stores the tile in the order of the source; each write
/// gathers its items individually, starting at a word boundary of the destination. For sides that are too short for
/// TileCopy, or whose addresses are not multiples of 16.
struct StagedCopy {
  CopyPointers pointers;
  BlockAxes blocks;

  StagedRead read = StagedRead::one_run;
  /// After each 128 bytes of shared memory, 16 are skipped, so that items at even distances are in different banks.
  bool is_padded = false;
  /// The runs of the source in a tile, and their offsets there; they may contain bytes between the items.
  TileSide source_runs;
  std::int32_t run_bytes = 16;
  /// Bytes from run to run in shared memory.
  std::int32_t run_pitch = 16;
  ReadableBytes readable;

  /// The runs of the destination in a tile: their offsets in the destination, and in shared memory.
  TileSide destination_runs;
  TileSide shared_runs;
  /// The offset of the first item in shared memory.
  std::int32_t shared_first = 0;
  std::int32_t run_items = 1;
  /// The distance of the items of a destination run in shared memory.
  std::int32_t inner_stride = 0;
  /// Alternatively, one run of groups, which are `group_stride` apart and have their items at these offsets in shared
  /// memory.
  bool is_grouped = false;
  TileSide group;
  std::int32_t group_stride = 0;
  /// 2ⁿ lanes of a warp write along one run, a word or an item each.
  std::int32_t lanes_log2 = 5;
};

inline constexpr std::int32_t max_group_items = 1024;

/// Copies along rows that are contiguous on both sides, or item by item with a step. Each block copies a stretch of a
/// few rows.
struct RowCopy {
  CopyPointers pointers;
  BlockAxes blocks;
  /// The rows of a block, once with their strides in the source and once with those in the destination.
  TileSide source_rows;
  TileSide destination_rows;
  /// Number of reads, and of writes, in the stretch of one row.
  std::int32_t words = 1;
  /// The distance from one read, or write, to the next in a row, in units of its size.
  std::int64_t source_step = 1;
  std::int64_t destination_step = 1;
  /// 2ⁿ threads share a row.
  std::int32_t lanes_log2 = 8;
};

/// Copies along rows whose items are adjacent in the destination and, in the source, a few items apart, forward or
/// backward, or all at one address. Addresses need only the alignment of an item: the kernel makes whole aligned
/// 16-byte reads and writes, and selects the items in registers.
struct LineCopy {
  CopyPointers pointers;
  BlockAxes blocks;
  /// The rows of a block, once with their strides in the source and once with those in the destination.
  TileSide source_rows;
  TileSide destination_rows;
  /// Items in the stretch of one row.
  std::int32_t items = 1;
  /// 2ⁿ threads share a row.
  std::int32_t lanes_log2 = 8;
  ReadableBytes readable;
};

/// Largest step from item to item in the source, in items.
inline constexpr std::int64_t max_line_step = 4;

/// Splits 2–4 channels into planes, or interleaves planes as channels, in registers: each thread moves 16 bytes of each
/// plane.
struct ChannelCopy {
  CopyPointers pointers;
  BlockAxes blocks;
  /// Threads that have work.
  std::int32_t threads = 1;
  /// Bytes from plane to plane.
  std::int64_t plane_stride = 0;
};

/// Copies item by item along any axes, beginning with the destination's finest axis.
struct ElementCopy {
  CopyPointers pointers;
  std::int64_t items = 0;
  std::int32_t axes = 0;
  std::int64_t extent[max_dimensions];
  std::int64_t source_stride[max_dimensions];
  std::int64_t destination_stride[max_dimensions];
};

/// Threads of each block.
inline constexpr std::int32_t copy_threads = 256;

[[nodiscard]] const kernels::KernelEntry& tile_kernel(std::int64_t item_bytes);
[[nodiscard]] const kernels::KernelEntry& staged_kernel(std::int64_t item_bytes, bool is_padded);
/// For 1- to 8-byte items that are 1 to 4 items apart in the source.
[[nodiscard]] const kernels::KernelEntry& skewed_kernel(std::int64_t item_bytes, std::int64_t step);
/// Indexed by the bytes of one read and write.
[[nodiscard]] const kernels::KernelEntry& row_kernel(std::int64_t bytes);
/// For 1- to 8-byte items that are −4 to 4 items apart in the source.
[[nodiscard]] const kernels::KernelEntry& line_kernel(std::int64_t item_bytes, std::int64_t step);
[[nodiscard]] const kernels::KernelEntry& element_kernel(std::int64_t item_bytes);
/// For 2–4 channels of 1, 2 or 4 bytes.
[[nodiscard]] const kernels::KernelEntry& channel_kernel(std::int64_t item_bytes, std::int32_t channels,
                                                         bool is_joining);

/// The function of a kernel for its entry; null in code compiled without nvcc.
#ifdef __CUDACC__
#define TEXELSCOPE_COPY_KERNEL(...) reinterpret_cast<const void*>(&__VA_ARGS__)
#else
#define TEXELSCOPE_COPY_KERNEL(...) nullptr
#endif

/// The entry for items of `item_bytes` in a table whose first entry is for items of one byte.
[[nodiscard]] inline const kernels::KernelEntry& entry_of(const kernels::KernelEntry (&entries)[5],
                                                          std::int64_t item_bytes) {
  return entries[std::countr_zero(static_cast<std::uint64_t>(item_bytes))];
}

}  // namespace texelscope::gpu::copy
