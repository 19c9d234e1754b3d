#pragma once

#include <array>
#include <cstddef>

#include "gpu/driver/calls/call.h"
#include "texelscope/gpu/handle.h"

namespace texelscope::gpu::driver {

/// What one process tells another of an object (CUmemPoolPtrExportData, CUipcEventHandle).
using InterprocessHandle = std::array<std::byte, 64>;

/// The file descriptor belongs to the caller.
struct MemoryPoolExport {
  static constexpr CallInfo info{"cuMemPoolExportToShareableHandle"};
  MemoryPoolHandle pool;
  int file_descriptor = -1;  // result
  TEXELSCOPE_ARGUMENTS(pool)
};

/// The file descriptor stays the caller's. Nothing can be allocated from the pool.
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

/// Given back by MemoryFree.
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

/// Given back by EventDestroy.
struct EventImport {
  static constexpr CallInfo info{"cuIpcOpenEventHandle", ObjectKind::event, CallEffect::creates};
  InterprocessHandle exported{};
  EventHandle event{};  // result
  TEXELSCOPE_ARGUMENTS()
  TEXELSCOPE_OBJECT(event)
};

}  // namespace texelscope::gpu::driver
