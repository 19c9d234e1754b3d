#pragma once

#include <cstddef>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "gpu/cpu/memory/memory_block.h"
#include "texelscope/gpu/cuda_array.h"
#include "texelscope/gpu/handle.h"

namespace texelscope::gpu::cpu {

struct ArrayStorage;

/// Arrays that are parts of another object: levels, layers, planes.
struct ArrayParts {
  std::mutex mutex;
  /// The parts that were handed out; guarded by the mutex. They are destroyed with the object.
  std::vector<ArrayHandle> handles;
};

/// An array of the CPU device: texels, or blocks, in C order (x fastest, layers or faces slowest), without padding
/// except between the rows of external memory. Keeps the memory of the texels alive.
struct ArrayStorage {
  /// An array with its own memory. The descriptor must be valid: extents from 1 to the device's limits, 1, 2 or 4
  /// channels. @throws std::bad_alloc.
  ArrayStorage(MemoryBudget& budget, const ArrayDescriptor& array_descriptor)
      : ArrayStorage{array_descriptor, std::make_shared<MemoryBlock>(budget, array_descriptor.size_bytes()), 0} {
    is_part = false;
    if (descriptor.encoding == TexelEncoding::nv12) {
      add_planes();
    }
  }

  /// A part of an array with multiple levels, whose texels are in `memory` from `offset_bytes` on.
  ArrayStorage(const ArrayDescriptor& array_descriptor, std::shared_ptr<MemoryBlock> memory, std::size_t offset_bytes)
      : ArrayStorage{array_descriptor, std::move(memory), offset_bytes,
                     array_descriptor.element_extent().width() * array_descriptor.element_size()} {}

  /// A part whose rows are `pitch_bytes` apart; the pitch must be at least the size of a row.
  ArrayStorage(const ArrayDescriptor& array_descriptor, std::shared_ptr<MemoryBlock> memory, std::size_t offset_bytes,
               std::size_t pitch_bytes)
      : descriptor{array_descriptor},
        row_pitch_bytes{pitch_bytes},
        slice_pitch_bytes{row_pitch_bytes * descriptor.element_extent().height()},
        block{std::move(memory)},
        texels{block->bytes() + offset_bytes} {}

  [[nodiscard]] std::size_t row_bytes() const noexcept {
    return descriptor.element_extent().width() * descriptor.element_size();
  }

  ArrayDescriptor descriptor;
  std::size_t row_pitch_bytes;
  std::size_t slice_pitch_bytes;
  std::shared_ptr<MemoryBlock> block;
  std::byte* texels;
  /// Whether it belongs to another object, and only that object can destroy it.
  bool is_part = true;
  /// Luma and chroma, one after the other in the block; nv12 only.
  std::vector<std::shared_ptr<ArrayStorage>> planes;
  ArrayParts parts;

 private:
  void add_planes();
};

/// A mipmapped array of the CPU device: all levels in one memory block, each aligned as textures require.
struct MipmappedStorage {
  /// The descriptor and the number of levels must be valid, as for ArrayStorage. @throws std::bad_alloc.
  MipmappedStorage(MemoryBudget& budget, const ArrayDescriptor& descriptor, unsigned num_levels);

  std::vector<std::shared_ptr<ArrayStorage>> levels;
  ArrayParts parts;
};

}  // namespace texelscope::gpu::cpu
