#pragma once

#include "texelscope/gpu/device.h"
#include "texelscope/gpu/memory/unordered_memory_resource.h"

namespace texelscope::gpu {

struct ManagedMemoryResourceOptions {
  enum class PreferredLocation : unsigned char { none, device, host };  ///< Preferred location of pages.
  /// Where pages stay if possible (CU_MEM_ADVISE_SET_PREFERRED_LOCATION).
  PreferredLocation preferred_location = PreferredLocation::none;
};

/// Memory that host and device access at the same address and that migrates to where it is used (cuMemAllocManaged).
/// Guarded against oversubscription: the driver would promise more than the device has and evict pages at every use, so
/// an allocation that exceeds the free memory (cuMemGetInfo) is refused with both numbers (InvalidArgument).
class ManagedMemoryResource : public UnorderedMemoryResource {
 public:
  /// @throws Unavailable if the device has no managed memory.
  [[nodiscard]] static ManagedMemoryResource from_options(const Device& device,
                                                          const ManagedMemoryResourceOptions& options);

 private:
  using UnorderedMemoryResource::UnorderedMemoryResource;
};

}  // namespace texelscope::gpu
