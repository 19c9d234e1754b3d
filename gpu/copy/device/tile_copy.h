#pragma once

#include <cstdint>

#include "gpu/copy/block_axes.h"

namespace texelscope::gpu::copy {

/// Up to this many axes make one side of a tile.
inline constexpr std::int32_t max_tile_axes = 3;

/// One side of a tile: neighbouring items of source or destination, along one axis or, where that is short, the first
/// few of those that continue it. `stride` is that of the other side, in bytes.
struct TileSide {
  std::int32_t count = 1;
  std::int32_t axes = 1;
  std::int32_t extent[max_tile_axes] = {1, 1, 1};
  std::int64_t stride[max_tile_axes] = {0, 0, 0};

  /// Where item `number` lies on the other side.
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

/// Copies tiles of `along_source` × `along_destination` items: reads runs of the one, writes runs of the other, and
/// turns them in shared memory.
struct TileCopy {
  CopyPointers pointers;
  BlockAxes blocks;
  /// Neighbours in the source; strides of the destination.
  TileSide along_source;
  /// Neighbours in the destination; strides of the source.
  TileSide along_destination;
  /// Bytes of one read, and of one write: a power of two, at least an item, at most 16, of which every address is a
  /// multiple.
  std::int32_t read_bytes = 16;
  std::int32_t write_bytes = 16;
  /// Bytes from row to row in shared memory: a multiple of 128; and rows there: as many as whole writes gather from.
  std::int32_t pitch = 128;
  std::int32_t shared_rows = 1;
};

}  // namespace texelscope::gpu::copy
