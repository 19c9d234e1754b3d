#pragma once

#include <cstddef>
#include <cstdint>

#include "gpu/driver/calls/call.h"
#include "texelscope/gpu/handle.h"

namespace texelscope::gpu::driver {

/// What the driver knows of an address.
struct PointerFacts {
  /// False for memory that the driver did not allocate or register: the host's pageable memory, or none at all.
  bool is_known = false;
  bool is_device_accessible = false;
  bool is_host_accessible = false;
  bool is_managed = false;
  /// Whether the memory lies on the device `ordinal`, rather than on the host.
  bool is_on_device = false;
  int ordinal = -1;
  /// The address that the device uses, and the one that the host uses; 0 where there is none.
  DevicePointer device_pointer;
  DevicePointer host_pointer;
};

struct SynchronousAllocate {
  static constexpr CallInfo info{"cuMemAlloc", ObjectKind::memory, CallEffect::creates};
  std::size_t size_bytes = 0;
  DevicePointer pointer{};  // result
  TEXELSCOPE_ARGUMENTS(size_bytes)
  TEXELSCOPE_OBJECT(pointer)
};

/// Waits for the device's work. Also for managed memory.
struct SynchronousFree {
  static constexpr CallInfo info{"cuMemFree", ObjectKind::memory, CallEffect::destroys};
  DevicePointer pointer;
  TEXELSCOPE_ARGUMENTS(pointer)
};

/// Memory that moves to where it is used. Given back by SynchronousFree.
struct ManagedAllocate {
  static constexpr CallInfo info{"cuMemAllocManaged", ObjectKind::memory, CallEffect::creates};
  std::size_t size_bytes = 0;
  DevicePointer pointer{};  // result
  TEXELSCOPE_ARGUMENTS(size_bytes)
  TEXELSCOPE_OBJECT(pointer)
};

/// Where managed memory stays while it can.
struct ManagedPreferLocation {
  static constexpr CallInfo info{"cuMemAdvise"};
  DevicePointer pointer;
  std::size_t size_bytes = 0;
  bool is_on_host = false;
  TEXELSCOPE_ARGUMENTS(pointer, size_bytes, is_on_host)
};

struct MemoryInfo {
  static constexpr CallInfo info{"cuMemGetInfo"};
  std::size_t free_bytes = 0;   // result
  std::size_t total_bytes = 0;  // result
  TEXELSCOPE_ARGUMENTS()
};

struct PointerQuery {
  static constexpr CallInfo info{"cuPointerGetAttributes"};
  DevicePointer pointer;
  PointerFacts facts{};  // result
  TEXELSCOPE_ARGUMENTS(pointer)
};

struct PeerQuery {
  static constexpr CallInfo info{"cuDeviceCanAccessPeer"};
  int ordinal = 0;
  bool can_access = false;  // result

  [[nodiscard]] Arguments arguments() const { return {{"peer", ordinal}}; }
};

}  // namespace texelscope::gpu::driver
