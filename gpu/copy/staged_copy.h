#pragma once

#include <cstdint>

#include "gpu/copy/tile_copy.h"

namespace texelscope::gpu::copy {

/// Copies tiles of any shape through shared memory, which holds the tile in the order of the source; each write gathers
/// its items one by one. For sides that are too short for TileCopy: a few channels, or a few planes.
struct StagedCopy {
  CopyPointers pointers;
  BlockAxes blocks;

  /// The runs of the source in a tile, and their offsets there.
  TileSide source_runs;
  /// Bytes of one read, and reads in a run.
  std::int32_t read_bytes = 16;
  std::int32_t reads = 1;
  /// Bytes from run to run in shared memory: a multiple of 16.
  std::int32_t run_pitch = 16;

  /// The runs of the destination in a tile: their offsets there, and those in shared memory.
  TileSide destination_runs;
  TileSide shared_runs;
  std::int32_t run_items = 1;
  std::int32_t write_bytes = 16;
  /// Along a run of the destination the items lie `inner_stride` bytes apart in shared memory, and each `inner_extent`
  /// items `outer_stride`.
  std::int32_t inner_extent = 1;
  std::int32_t inner_stride = 0;
  std::int32_t outer_stride = 0;
  /// 2ⁿ lanes of a warp write along one run.
  std::int32_t lanes_log2 = 5;
};

}  // namespace texelscope::gpu::copy
