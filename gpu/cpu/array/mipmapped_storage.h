#pragma once

#include <memory>
#include <mutex>
#include <vector>

#include "gpu/cpu/array/array_storage.h"
#include "texelscope/gpu/handle.h"

namespace texelscope::gpu::cpu {

/// A mipmapped array of the CPU device: all levels in one block of memory, each aligned as textures need it.
struct MipmappedStorage {
  /// Both must be legal, as for ArrayStorage. @throws std::bad_alloc.
  MipmappedStorage(MemoryBudget& budget, const ArrayDescriptor& descriptor, unsigned num_levels);

  std::vector<std::shared_ptr<ArrayStorage>> levels;

  std::mutex mutex;
  /// Arrays that were handed out; guarded by the mutex. They end with the mipmapped array.
  std::vector<ArrayHandle> parts;
};

}  // namespace texelscope::gpu::cpu
