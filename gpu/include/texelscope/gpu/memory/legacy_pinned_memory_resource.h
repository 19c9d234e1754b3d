#pragma once

#include "texelscope/gpu/device.h"
#include "texelscope/gpu/memory/unordered_memory_resource.h"

namespace texelscope::gpu {

/// Pinned host memory from cuMemHostAlloc, accessible to host and device at the same address. Kernels and copies that
/// use it must complete before it is freed; close(stream) waits for `stream`.
class LegacyPinnedMemoryResource : public UnorderedMemoryResource {
 public:
  /// The memory is also pinned for other devices (CU_MEMHOSTALLOC_PORTABLE). @throws InvalidState when the device is
  /// closed.
  [[nodiscard]] static LegacyPinnedMemoryResource from_device(const Device& device);

 private:
  using UnorderedMemoryResource::UnorderedMemoryResource;
};

}  // namespace texelscope::gpu
