#pragma once

#include <cstddef>
#include <string_view>

#include "texelscope/gpu/device.h"
#include "texelscope/gpu/memory/unordered_memory_resource.h"

namespace texelscope::gpu {

class VirtualMemoryBox;

/// The access of kernels and copies to memory (CUmemAccess_flags).
enum class MemoryAccess : unsigned char { none, read_only, read_write };

[[nodiscard]] std::string_view to_string(MemoryAccess access) noexcept;

struct VirtualMemoryResourceOptions {
  MemoryAccess access = MemoryAccess::read_write;  ///< Access to new buffers.
  /// Addresses reserved after each buffer so that it can grow in place, in bytes; rounded up to the granularity.
  std::size_t growth_bytes = 0;
  /// Whether sizes are rounded to the device's recommended granularity instead of its minimum
  /// (CU_MEM_ALLOC_GRANULARITY_RECOMMENDED, …_MINIMUM).
  bool has_recommended_granularity = false;
};

/// Device memory with separate addresses and pages (cuMemAddressReserve, cuMemCreate, cuMemMap): buffers can grow, and
/// their access can change. Freeing a buffer waits for its stream, or for the device if it has none.
class VirtualMemoryResource : public UnorderedMemoryResource {
 public:
  /// @throws Unavailable if the device has no virtual memory management.
  [[nodiscard]] static VirtualMemoryResource from_options(const Device& device,
                                                          const VirtualMemoryResourceOptions& options);

  /// Grows `buffer`, which came from this resource, to `size_bytes`; its contents are preserved. Returns true if the
  /// buffer's pointer is unchanged, because the addresses after it were free. Otherwise its pages are mapped at other
  /// addresses, which synchronizes the device, and pointers, views and textures that were created from it become
  /// invalid. Nothing else may use `buffer` in the meantime.
  /// @throws InvalidArgument for fewer bytes than it has, or a buffer of a different resource. A failure leaves it
  /// unchanged.
  bool grow(const Buffer& buffer, std::size_t size_bytes) const;
  /// Changes the access of kernels and copies to `buffer` (cuMemSetAccess). Work that uses it must have completed. A
  /// kernel that violates the access destroys the context or, on the CPU device, terminates the process; copies are
  /// refused beforehand.
  /// @throws InvalidArgument for a buffer of a different resource.
  void set_access(const Buffer& buffer, MemoryAccess access) const;
  [[nodiscard]] MemoryAccess access(const Buffer& buffer) const;  ///< Its current access.

  /// Memory is allocated in multiples of this many bytes (cuMemGetAllocationGranularity).
  [[nodiscard]] std::size_t granularity_bytes() const;

 private:
  explicit VirtualMemoryResource(std::shared_ptr<VirtualMemoryBox> box);
  [[nodiscard]] VirtualMemoryBox& memory() const;
};

}  // namespace texelscope::gpu
