#pragma once

#include <cstddef>

#include "texelscope/gpu/handle.h"
#include "texelscope/gpu/memory/memory_resource.h"

namespace texelscope::gpu {

/// A resource that is not stream-ordered: a stream is optional, but checked.
class UnorderedMemoryResource : public MemoryResource {
 public:
  using MemoryResource::allocate;
  /// A buffer that has no stream: freeing it waits for the device's work.
  [[nodiscard]] Buffer allocate(std::size_t size_bytes) const;
  using MemoryResource::deallocate;
  /// Immediately frees memory that came from this resource and that no buffer owns. Pinned memory must no longer be in
  /// use; for all other memory, the driver waits for the device's work. @throws InvalidArgument for null.
  void deallocate(DevicePointer pointer, std::size_t size_bytes) const;

 protected:
  using MemoryResource::MemoryResource;
};

}  // namespace texelscope::gpu
