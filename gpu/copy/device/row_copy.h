#pragma once

#include <cstdint>

#include "gpu/copy/device/tile_copy.h"

namespace texelscope::gpu::copy {

/// Copies along rows, each block a stretch of a few of them: contiguous on both sides, or item by item with a step.
struct RowCopy {
  CopyPointers pointers;
  BlockAxes blocks;
  /// The rows of a block, with their strides in the source, and the same with those in the destination.
  TileSide source_rows;
  TileSide destination_rows;
  /// Reads and writes in the stretch of one row.
  std::int32_t words = 1;
  /// From one read, or write, to the next in a row, in units of its own size.
  std::int64_t source_step = 1;
  std::int64_t destination_step = 1;
  /// 2ⁿ threads share a row.
  std::int32_t lanes_log2 = 8;
};

}  // namespace texelscope::gpu::copy
