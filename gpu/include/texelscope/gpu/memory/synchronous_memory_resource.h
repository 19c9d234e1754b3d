#pragma once

#include "texelscope/gpu/device.h"
#include "texelscope/gpu/memory/unordered_memory_resource.h"

namespace texelscope::gpu {

/// Device memory from cuMemAlloc and cuMemFree, which synchronize with the device.
class SynchronousMemoryResource : public UnorderedMemoryResource {
 public:
  /// For any device, even a device that has no memory pools. @throws InvalidState when the device is closed.
  [[nodiscard]] static SynchronousMemoryResource from_device(const Device& device);

 private:
  using UnorderedMemoryResource::UnorderedMemoryResource;
};

}  // namespace texelscope::gpu
