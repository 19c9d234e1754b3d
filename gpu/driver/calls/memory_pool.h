#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "gpu/driver/calls/call.h"
#include "texelscope/gpu/handle.h"
#include "texelscope/gpu/memory/pool_memory_resource.h"

namespace texelscope::gpu::driver {

/// The choice among a device's own pools.
enum class DevicePool : unsigned char {
  /// The pool for allocations that do not specify one (cuDeviceGetMemPool).
  current,
  /// The pool that the driver created with the device (cuDeviceGetDefaultMemPool).
  initial,
};

/// A new pool. With a maximum of 0, the system decides. A pool of host memory lets the device read and write.
struct MemoryPoolCreate {
  static constexpr CallInfo info{"cuMemPoolCreate", ObjectKind::memory_pool, CallEffect::creates};
  bool is_on_host = false;
  std::uint64_t max_size_bytes = 0;
  bool is_interprocess = false;
  MemoryPoolHandle pool{};  // result
  TEXELSCOPE_ARGUMENTS(is_on_host, max_size_bytes, is_interprocess)
  TEXELSCOPE_OBJECT(pool)
};

/// Memory allocated from the pool stays valid until it is freed.
struct MemoryPoolDestroy {
  static constexpr CallInfo info{"cuMemPoolDestroy", ObjectKind::memory_pool, CallEffect::destroys};
  MemoryPoolHandle pool;
  TEXELSCOPE_ARGUMENTS(pool)
};

/// A pool that the device owns.
struct MemoryPoolOfDevice {
  static constexpr CallInfo info{"cuDeviceGetMemPool"};
  DevicePool which = DevicePool::current;
  MemoryPoolHandle pool{};  // result

  [[nodiscard]] Arguments arguments() const { return {{"is_initial", which == DevicePool::initial}}; }
};

struct MemoryPoolSetReleaseThreshold {
  static constexpr CallInfo info{"cuMemPoolSetAttribute"};
  MemoryPoolHandle pool;
  std::uint64_t release_threshold_bytes = 0;
  TEXELSCOPE_ARGUMENTS(pool, release_threshold_bytes)
};

struct MemoryPoolQuery {
  static constexpr CallInfo info{"cuMemPoolGetAttribute"};
  MemoryPoolHandle pool;
  MemoryPoolAttributes attributes{};  // result
  TEXELSCOPE_ARGUMENTS(pool)
};

struct MemoryPoolTrim {
  static constexpr CallInfo info{"cuMemPoolTrimTo"};
  MemoryPoolHandle pool;
  std::size_t min_bytes_to_keep = 0;
  TEXELSCOPE_ARGUMENTS(pool, min_bytes_to_keep)
};

/// Grants another device access to the pool's memory, or revokes it.
struct MemoryPoolSetAccess {
  static constexpr CallInfo info{"cuMemPoolSetAccess"};
  MemoryPoolHandle pool;
  int ordinal = 0;
  bool has_access = false;

  [[nodiscard]] Arguments arguments() const {
    return {{"pool", pool}, {"device", ordinal}, {"has_access", has_access}};
  }
};

/// Freed by MemoryFree.
struct MemoryPoolAllocate {
  static constexpr CallInfo info{"cuMemAllocFromPoolAsync", ObjectKind::memory, CallEffect::creates, WorkKind::memory};
  std::size_t size_bytes = 0;
  MemoryPoolHandle pool;
  StreamHandle stream;
  DevicePointer pointer{};  // result
  TEXELSCOPE_ARGUMENTS(size_bytes, pool, stream)
  TEXELSCOPE_OBJECT(pointer)
};

/// An object's description for another process (CUmemPoolPtrExportData, CUipcEventHandle).
using InterprocessHandle = std::array<std::byte, 64>;

/// The file descriptor belongs to the caller.
struct MemoryPoolExport {
  static constexpr CallInfo info{"cuMemPoolExportToShareableHandle"};
  MemoryPoolHandle pool;
  int file_descriptor = -1;  // result
  TEXELSCOPE_ARGUMENTS(pool)
};

/// The caller keeps the file descriptor. Nothing can be allocated from the pool.
struct MemoryPoolImport {
  static constexpr CallInfo info{"cuMemPoolImportFromShareableHandle", ObjectKind::memory_pool, CallEffect::creates};
  int file_descriptor = -1;
  MemoryPoolHandle pool{};  // result
  TEXELSCOPE_ARGUMENTS(file_descriptor)
  TEXELSCOPE_OBJECT(pool)
};

struct MemoryPoolExportPointer {
  static constexpr CallInfo info{"cuMemPoolExportPointer"};
  DevicePointer pointer;
  InterprocessHandle exported{};  // result
  TEXELSCOPE_ARGUMENTS(pointer)
};

/// Freed by MemoryFree.
struct MemoryPoolImportPointer {
  static constexpr CallInfo info{"cuMemPoolImportPointer", ObjectKind::memory, CallEffect::creates};
  MemoryPoolHandle pool;
  InterprocessHandle exported{};
  DevicePointer pointer{};  // result
  TEXELSCOPE_ARGUMENTS(pool)
  TEXELSCOPE_OBJECT(pointer)
};

struct EventExport {
  static constexpr CallInfo info{"cuIpcGetEventHandle"};
  EventHandle event;
  InterprocessHandle exported{};  // result
  TEXELSCOPE_ARGUMENTS(event)
};

/// Destroyed by EventDestroy.
struct EventImport {
  static constexpr CallInfo info{"cuIpcOpenEventHandle", ObjectKind::event, CallEffect::creates};
  InterprocessHandle exported{};
  EventHandle event{};  // result
  TEXELSCOPE_ARGUMENTS()
  TEXELSCOPE_OBJECT(event)
};

}  // namespace texelscope::gpu::driver
