#pragma once

#include <cstddef>

#include "gpu/driver/calls/call.h"
#include "texelscope/gpu/handle.h"
#include "texelscope/gpu/virtual_memory_resource.h"

namespace texelscope::gpu::driver {

/// Addresses without memory. `wanted` is a wish, which the result need not fulfil.
struct AddressReserve {
  static constexpr CallInfo info{"cuMemAddressReserve", ObjectKind::address_range, CallEffect::creates};
  std::size_t size_bytes = 0;
  std::size_t alignment = 0;
  DevicePointer wanted;
  DevicePointer pointer{};  // result
  TEXELSCOPE_ARGUMENTS(size_bytes, alignment, wanted)
  TEXELSCOPE_OBJECT(pointer)
};

struct AddressFree {
  static constexpr CallInfo info{"cuMemAddressFree", ObjectKind::address_range, CallEffect::destroys};
  DevicePointer pointer;
  std::size_t size_bytes = 0;
  TEXELSCOPE_ARGUMENTS(pointer, size_bytes)
};

/// Memory without an address; its size is a multiple of the granularity.
struct PhysicalMemoryCreate {
  static constexpr CallInfo info{"cuMemCreate", ObjectKind::physical_memory, CallEffect::creates};
  std::size_t size_bytes = 0;
  PhysicalMemoryHandle memory{};  // result
  TEXELSCOPE_ARGUMENTS(size_bytes)
  TEXELSCOPE_OBJECT(memory)
};

/// What is still mapped stays until it is unmapped.
struct PhysicalMemoryRelease {
  static constexpr CallInfo info{"cuMemRelease", ObjectKind::physical_memory, CallEffect::destroys};
  PhysicalMemoryHandle memory;
  TEXELSCOPE_ARGUMENTS(memory)
};

/// Gives addresses memory, which nothing can access yet.
struct PhysicalMemoryMap {
  static constexpr CallInfo info{"cuMemMap", ObjectKind::memory_mapping, CallEffect::creates};
  DevicePointer pointer;
  std::size_t size_bytes = 0;
  PhysicalMemoryHandle memory;
  TEXELSCOPE_ARGUMENTS(pointer, size_bytes, memory)
  TEXELSCOPE_OBJECT(pointer)
};

/// The range is that of one map.
struct PhysicalMemoryUnmap {
  static constexpr CallInfo info{"cuMemUnmap", ObjectKind::memory_mapping, CallEffect::destroys};
  DevicePointer pointer;
  std::size_t size_bytes = 0;
  TEXELSCOPE_ARGUMENTS(pointer, size_bytes)
};

struct MemorySetAccess {
  static constexpr CallInfo info{"cuMemSetAccess"};
  DevicePointer pointer;
  std::size_t size_bytes = 0;
  MemoryAccess access = MemoryAccess::none;
  TEXELSCOPE_ARGUMENTS(pointer, size_bytes, access)
};

struct MemoryGranularity {
  static constexpr CallInfo info{"cuMemGetAllocationGranularity"};
  bool is_recommended = false;
  std::size_t granularity_bytes = 0;  // result
  TEXELSCOPE_ARGUMENTS(is_recommended)
};

}  // namespace texelscope::gpu::driver
