#pragma once

#include <cstddef>

#include "gpu/cpu/memory_block.h"
#include "texelscope/gpu/cuda_array.h"

namespace texelscope::gpu::cpu {

/// An array of the CPU device: texels in C order (x fastest) without padding. Owns them.
struct ArrayStorage {
  /// The descriptor must be legal: extents of 1 up to the device's limits, channels 1, 2 or 4. @throws std::bad_alloc.
  ArrayStorage(MemoryBudget& budget, const ArrayDescriptor& array_descriptor)
      : descriptor{array_descriptor},
        row_pitch_bytes{descriptor.shape.width() * descriptor.element_size()},
        slice_pitch_bytes{row_pitch_bytes * descriptor.shape.height()},
        block{budget, slice_pitch_bytes * descriptor.shape.depth()},
        texels{block.bytes()} {}

  ArrayDescriptor descriptor;
  std::size_t row_pitch_bytes;
  std::size_t slice_pitch_bytes;
  MemoryBlock block;
  std::byte* texels;
};

}  // namespace texelscope::gpu::cpu
