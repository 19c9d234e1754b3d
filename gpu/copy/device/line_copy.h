#pragma once

#include <cstdint>

#include "gpu/copy/device/tile_copy.h"
#include "gpu/copy/readable_bytes.h"

namespace texelscope::gpu::copy {

/// Copies along rows whose items are neighbours where they go, and lie a few items apart, forwards or backwards, or all
/// at one place, where they come from. Addresses need no alignment but that of an item: whole aligned reads and writes
/// of 16 bytes, the items picked out in registers.
struct LineCopy {
  CopyPointers pointers;
  BlockAxes blocks;
  /// The rows of a block, with their strides in the source, and the same with those in the destination.
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

}  // namespace texelscope::gpu::copy
