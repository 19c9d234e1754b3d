#pragma once

#include <cstddef>
#include <string_view>

#include "texelscope/gpu/memory_resource.h"

namespace texelscope::gpu {

class VirtualMemoryBox;

/// What kernels and copies may do with memory (CUmemAccess_flags).
enum class MemoryAccess : unsigned char { none, read_only, read_write };

[[nodiscard]] std::string_view to_string(MemoryAccess access) noexcept;

struct VirtualMemoryResourceOptions {
  MemoryAccess access = MemoryAccess::read_write;  ///< Of new buffers.
  /// Addresses kept behind each buffer so that it can grow without moving, in bytes; rounded up to the granularity.
  std::size_t growth_bytes = 0;
  /// Whether sizes are rounded to what the device recommends rather than to the least it can
  /// (CU_MEM_ALLOC_GRANULARITY_RECOMMENDED, …_MINIMUM).
  bool has_recommended_granularity = false;
};

/// Device memory whose addresses and pages are apart (cuMemAddressReserve, cuMemCreate, cuMemMap): buffers can grow and
/// change what may be done with them. Giving a buffer back waits: for its stream, or for the device without one.
class VirtualMemoryResource : public UnorderedMemoryResource {
 public:
  /// @throws Unavailable when the device has no virtual memory management.
  [[nodiscard]] static VirtualMemoryResource from_options(const Device& device,
                                                          const VirtualMemoryResourceOptions& options);

  /// Makes `buffer`, which came from this resource, hold `size_bytes`; what it held stays. True when its pointer
  /// stayed: the addresses behind it were free. Else its pages are mapped at other addresses, which waits for the
  /// device, and pointers, views and textures made from it before are no longer valid. Nothing else may use `buffer`
  /// meanwhile.
  /// @throws InvalidArgument for fewer bytes than it has, or a buffer of another resource. A failure leaves it as it
  /// was.
  bool grow(const Buffer& buffer, std::size_t size_bytes) const;
  /// Changes what kernels and copies may do with `buffer` (cuMemSetAccess). Work that uses it must be done. A kernel
  /// that does what it may not ends the device, or on the CPU device the process; copies are refused beforehand.
  /// @throws InvalidArgument for a buffer of another resource.
  void set_access(const Buffer& buffer, MemoryAccess access) const;
  [[nodiscard]] MemoryAccess access(const Buffer& buffer) const;  ///< What may be done with it now.

  /// Memory is taken in multiples of this many bytes (cuMemGetAllocationGranularity).
  [[nodiscard]] std::size_t granularity_bytes() const;

 private:
  explicit VirtualMemoryResource(std::shared_ptr<VirtualMemoryBox> box);
  [[nodiscard]] VirtualMemoryBox& memory() const;
};

}  // namespace texelscope::gpu
