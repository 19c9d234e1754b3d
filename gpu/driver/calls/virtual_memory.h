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

  template <class Visitor>
  void visit(Visitor&& visitor) const {
    visitor("size_bytes", size_bytes);
    visitor("alignment", alignment);
    visitor("wanted", wanted);
  }
  template <class Function>
  void for_each_object(Function&& function) const {
    function(pointer.value);
  }
};

struct AddressFree {
  static constexpr CallInfo info{"cuMemAddressFree", ObjectKind::address_range, CallEffect::destroys};
  DevicePointer pointer;
  std::size_t size_bytes = 0;

  template <class Visitor>
  void visit(Visitor&& visitor) const {
    visitor("pointer", pointer);
    visitor("size_bytes", size_bytes);
  }
  template <class Function>
  void for_each_object(Function&& function) const {
    function(pointer.value);
  }
};

/// Memory without an address; its size is a multiple of the granularity.
struct PhysicalMemoryCreate {
  static constexpr CallInfo info{"cuMemCreate", ObjectKind::physical_memory, CallEffect::creates};
  std::size_t size_bytes = 0;
  PhysicalMemoryHandle memory{};  // result

  template <class Visitor>
  void visit(Visitor&& visitor) const {
    visitor("size_bytes", size_bytes);
  }
  template <class Function>
  void for_each_object(Function&& function) const {
    function(memory.value);
  }
};

/// What is still mapped stays until it is unmapped.
struct PhysicalMemoryRelease {
  static constexpr CallInfo info{"cuMemRelease", ObjectKind::physical_memory, CallEffect::destroys};
  PhysicalMemoryHandle memory;

  template <class Visitor>
  void visit(Visitor&& visitor) const {
    visitor("memory", memory);
  }
  template <class Function>
  void for_each_object(Function&& function) const {
    function(memory.value);
  }
};

/// Gives addresses memory, which nothing can access yet.
struct PhysicalMemoryMap {
  static constexpr CallInfo info{"cuMemMap", ObjectKind::memory_mapping, CallEffect::creates};
  DevicePointer pointer;
  std::size_t size_bytes = 0;
  PhysicalMemoryHandle memory;

  template <class Visitor>
  void visit(Visitor&& visitor) const {
    visitor("pointer", pointer);
    visitor("size_bytes", size_bytes);
    visitor("memory", memory);
  }
  template <class Function>
  void for_each_object(Function&& function) const {
    function(pointer.value);
  }
};

/// The range is that of one map.
struct PhysicalMemoryUnmap {
  static constexpr CallInfo info{"cuMemUnmap", ObjectKind::memory_mapping, CallEffect::destroys};
  DevicePointer pointer;
  std::size_t size_bytes = 0;

  template <class Visitor>
  void visit(Visitor&& visitor) const {
    visitor("pointer", pointer);
    visitor("size_bytes", size_bytes);
  }
  template <class Function>
  void for_each_object(Function&& function) const {
    function(pointer.value);
  }
};

struct MemorySetAccess {
  static constexpr CallInfo info{"cuMemSetAccess"};
  DevicePointer pointer;
  std::size_t size_bytes = 0;
  MemoryAccess access = MemoryAccess::none;

  template <class Visitor>
  void visit(Visitor&& visitor) const {
    visitor("pointer", pointer);
    visitor("size_bytes", size_bytes);
    visitor("access", to_string(access));
  }
};

struct MemoryGranularity {
  static constexpr CallInfo info{"cuMemGetAllocationGranularity"};
  bool is_recommended = false;
  std::size_t granularity_bytes = 0;  // result

  template <class Visitor>
  void visit(Visitor&& visitor) const {
    visitor("is_recommended", is_recommended);
  }
};

}  // namespace texelscope::gpu::driver
