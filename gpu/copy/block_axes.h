#pragma once

#include <cstdint>

#include "gpu/copy/host/copy_pointers.h"
#include "texelscope/gpu/dimensions.h"
#include "texelscope/kernels/kernel_function.h"

namespace texelscope::gpu::copy {

/// The address range of the whole source, which may be read in whole 16-byte granules. The rest of a partly covered
/// granule is on the same page; the last granule, which may extend beyond the end of the memory, is read byte by byte.
struct ReadableBytes {
  /// A multiple of 16.
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
};

/// The axes along which the blocks of a launch are counted, fastest first. Strides are in bytes, from block to block.
/// The last block of an axis begins early enough to be whole (`last`, in steps of one item): where two blocks overlap,
/// both write the same bytes.
struct BlockAxis {
  std::int64_t count = 1;
  /// The number of items from block to block, and the first item of the last block.
  std::int64_t step = 1;
  std::int64_t last = 0;
  std::int64_t source_stride = 0;
  std::int64_t destination_stride = 0;
};

struct BlockAxes {
  std::int32_t count = 0;
  BlockAxis axes[max_dimensions];

  /// The number of blocks.
  [[nodiscard]] std::int64_t volume() const noexcept {
    std::int64_t product = 1;
    for (std::int32_t axis = 0; axis < count; ++axis) {
      product *= axes[axis].count;
    }
    return product;
  }

  /// Moves the pointers to the start of block `number`.
  TEXELSCOPE_KERNEL_FUNCTION void enter(std::int64_t number, CopyPointers& pointers) const {
    for (std::int32_t axis = 0; axis < count; ++axis) {
      const BlockAxis& along = axes[axis];
      std::int64_t position = number;
      if (axis + 1 < count) {
        // Most grids fit in 32 bits, where a division costs a fraction of a 64-bit division.
        const bool is_small = ((number | along.count) >> 32) == 0;
        const std::int64_t quotient = is_small ? static_cast<std::int64_t>(static_cast<std::uint32_t>(number) /
                                                                           static_cast<std::uint32_t>(along.count))
                                               : number / along.count;
        position = number - quotient * along.count;
        number = quotient;
      }
      const std::int64_t wanted = position * along.step;
      const std::int64_t item = wanted < along.last ? wanted : along.last;
      pointers.source += item * along.source_stride;
      pointers.destination += item * along.destination_stride;
    }
  }
};

}  // namespace texelscope::gpu::copy
