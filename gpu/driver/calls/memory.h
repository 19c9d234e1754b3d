#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "gpu/driver/calls/call.h"
#include "texelscope/gpu/handle.h"
#include "texelscope/gpu/memory/memory_location.h"
#include "texelscope/gpu/memory/virtual_memory_resource.h"

namespace texelscope::gpu::driver {

struct MemoryAllocate {
  static constexpr CallInfo info{"cuMemAllocAsync", ObjectKind::memory, CallEffect::creates, WorkKind::memory};
  std::size_t size_bytes = 0;
  StreamHandle stream;
  DevicePointer pointer{};  // result
  TEXELSCOPE_ARGUMENTS(size_bytes, stream)
  TEXELSCOPE_OBJECT(pointer)
};

/// Frees in the order of the stream.
struct MemoryFree {
  static constexpr CallInfo info{"cuMemFreeAsync", ObjectKind::memory, CallEffect::destroys, WorkKind::memory};
  DevicePointer pointer;
  StreamHandle stream;
  TEXELSCOPE_ARGUMENTS(pointer, stream)
};

struct HostAllocate {
  static constexpr CallInfo info{"cuMemHostAlloc", ObjectKind::host_memory, CallEffect::creates};
  std::size_t size_bytes = 0;
  DevicePointer pointer{};  // result: valid on the host and on the device
  TEXELSCOPE_ARGUMENTS(size_bytes)
  TEXELSCOPE_OBJECT(pointer)
};

struct HostFree {
  static constexpr CallInfo info{"cuMemFreeHost", ObjectKind::host_memory, CallEffect::destroys};
  DevicePointer pointer;
  TEXELSCOPE_ARGUMENTS(pointer)
};

/// Copies between any two of host and device memory (unified addressing distinguishes them).
struct MemoryCopy {
  static constexpr CallInfo info{.name = "cuMemcpyAsync", .kind = WorkKind::copy};
  DevicePointer destination;
  DevicePointer source;
  std::size_t size_bytes = 0;
  StreamHandle stream;
  TEXELSCOPE_ARGUMENTS(destination, source, size_bytes, stream)
};

/// Copies between the memory of two devices, without peer access. Required for pool memory: cuMemcpyAsync rejects it if
/// the pool grants no access (CUDA_ERROR_INVALID_VALUE, measured on driver 580.159.04).
struct MemoryCopyPeer {
  static constexpr CallInfo info{.name = "cuMemcpyPeerAsync", .kind = WorkKind::copy};
  DevicePointer destination;
  int destination_ordinal = 0;
  DevicePointer source;
  int source_ordinal = 0;
  std::size_t size_bytes = 0;
  StreamHandle stream;

  [[nodiscard]] Arguments arguments() const {
    return {{"destination", destination}, {"destination_device", destination_ordinal},
            {"source", source},           {"source_device", source_ordinal},
            {"size_bytes", size_bytes},   {"stream", stream}};
  }
};

/// One of the copies that MemoryCopyBatch makes.
struct MemoryCopyPart {
  DevicePointer destination;
  DevicePointer source;
  std::size_t size_bytes = 0;
};

/// Copies like MemoryCopy, concurrently and in any order. On a driver that lacks the function, they are made
/// individually. Not allowed on a capturing stream.
struct MemoryCopyBatch {
  static constexpr CallInfo info{.name = "cuMemcpyBatchAsync", .kind = WorkKind::copy};
  std::span<const MemoryCopyPart> copies;
  StreamHandle stream;
  std::optional<std::size_t> failed_copy{};  // result of a failure, if the driver reports it

  [[nodiscard]] Arguments arguments() const {
    Arguments all{{"count", copies.size()}, {"stream", stream}};
    if (failed_copy) {
      const MemoryCopyPart& failed = copies[*failed_copy];
      all.add({"failed_copy", *failed_copy});
      all.add({"destination", failed.destination});
      all.add({"source", failed.source});
      all.add({"size_bytes", failed.size_bytes});
    }
    return all;
  }
};

/// Sets `count` words, each 1, 2 or 4 bytes wide.
template <class Word>
struct FillWords {
  static constexpr CallInfo info{.name = sizeof(Word) == 1   ? "cuMemsetD8Async"
                                         : sizeof(Word) == 2 ? "cuMemsetD16Async"
                                                             : "cuMemsetD32Async",
                                 .kind = WorkKind::copy};
  DevicePointer destination;
  Word value = 0;
  std::size_t count = 0;
  StreamHandle stream;
  TEXELSCOPE_ARGUMENTS(destination, value, count, stream)
};

using MemoryFill = FillWords<std::uint8_t>;
using MemoryFill16 = FillWords<std::uint16_t>;
using MemoryFill32 = FillWords<std::uint32_t>;

/// The driver's information about an address.
struct PointerFacts {
  /// False for memory that the driver did not allocate or register: pageable host memory, or no memory.
  bool is_known = false;
  bool is_device_accessible = false;
  bool is_host_accessible = false;
  bool is_managed = false;
  /// Whether the memory is on the device `ordinal`, rather than on the host.
  bool is_on_device = false;
  int ordinal = -1;
  /// The memory's address for the device, and for the host; 0 for whichever cannot access it.
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

/// Waits for the device's work, then frees the memory. Also used for managed memory.
struct SynchronousFree {
  static constexpr CallInfo info{"cuMemFree", ObjectKind::memory, CallEffect::destroys};
  DevicePointer pointer;
  TEXELSCOPE_ARGUMENTS(pointer)
};

/// Memory that migrates to where it is used. Freed by SynchronousFree.
struct ManagedAllocate {
  static constexpr CallInfo info{"cuMemAllocManaged", ObjectKind::memory, CallEffect::creates};
  std::size_t size_bytes = 0;
  DevicePointer pointer{};  // result
  TEXELSCOPE_ARGUMENTS(size_bytes)
  TEXELSCOPE_OBJECT(pointer)
};

[[nodiscard]] constexpr bool is_about_location(MemoryAdvice advice) noexcept {
  return advice == MemoryAdvice::set_preferred_location || advice == MemoryAdvice::set_accessed_by ||
         advice == MemoryAdvice::unset_accessed_by;
}

/// The future use of managed memory. Advice that is not about a location ignores it.
struct ManagedAdvise {
  static constexpr CallInfo info{"cuMemAdvise"};
  DevicePointer pointer;
  std::size_t size_bytes = 0;
  MemoryAdvice advice = MemoryAdvice::set_read_mostly;
  MemoryLocation location;

  [[nodiscard]] Arguments arguments() const {
    return {{"pointer", pointer},
            {"size_bytes", size_bytes},
            {"advice", advice},
            {"location", location.kind},
            {"id", location.id}};
  }
};

/// Migrates pages of managed memory to a location.
struct ManagedPrefetch {
  static constexpr CallInfo info{.name = "cuMemPrefetchAsync", .kind = WorkKind::copy};
  DevicePointer pointer;
  std::size_t size_bytes = 0;
  MemoryLocation location;
  StreamHandle stream;

  [[nodiscard]] Arguments arguments() const {
    return {{"pointer", pointer},
            {"size_bytes", size_bytes},
            {"location", location.kind},
            {"id", location.id},
            {"stream", stream}};
  }
};

/// Memory of a MemoryAllocator: a call of the driver interface, so that observers see it. No CUDA function corresponds
/// to it, so the name is specific to this interface. `function` is called on this thread, with the device's context
/// current.
struct AllocatorAllocate {
  static constexpr CallInfo info{"texelscopeAllocatorAllocate", ObjectKind::memory, CallEffect::creates};
  std::string_view allocator;
  std::size_t size_bytes = 0;
  StreamHandle stream;
  Status (*function)(void* data, DevicePointer& pointer) noexcept = nullptr;
  void* data = nullptr;
  DevicePointer pointer{};  // result, even if the device then cannot use the memory
  TEXELSCOPE_ARGUMENTS(allocator, size_bytes, stream)
  TEXELSCOPE_OBJECT(pointer)
};

/// Frees memory of a MemoryAllocator. Called even on a failed device.
struct AllocatorFree {
  static constexpr CallInfo info{"texelscopeAllocatorFree", ObjectKind::memory, CallEffect::destroys};
  DevicePointer pointer;
  std::string_view allocator;
  std::size_t size_bytes = 0;
  StreamHandle stream;
  Status (*function)(void* data) noexcept = nullptr;
  void* data = nullptr;
  TEXELSCOPE_ARGUMENTS(pointer, allocator, size_bytes, stream)
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

/// Reserves addresses without memory. `wanted` is only a hint.
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

/// Mapped memory stays until it is unmapped.
struct PhysicalMemoryRelease {
  static constexpr CallInfo info{"cuMemRelease", ObjectKind::physical_memory, CallEffect::destroys};
  PhysicalMemoryHandle memory;
  TEXELSCOPE_ARGUMENTS(memory)
};

/// Maps memory at addresses, without access rights yet.
struct PhysicalMemoryMap {
  static constexpr CallInfo info{"cuMemMap", ObjectKind::memory_mapping, CallEffect::creates};
  DevicePointer pointer;
  std::size_t size_bytes = 0;
  PhysicalMemoryHandle memory;
  TEXELSCOPE_ARGUMENTS(pointer, size_bytes, memory)
  TEXELSCOPE_OBJECT(pointer)
};

/// The range must be that of a single map.
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
