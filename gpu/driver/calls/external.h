#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "gpu/driver/calls/call.h"
#include "texelscope/gpu/cuda_array.h"
#include "texelscope/gpu/external_semaphore.h"
#include "texelscope/gpu/handle.h"

namespace texelscope::gpu::driver {

/// Either a file descriptor, which the driver owns on success, or host memory and its owner.
struct ExternalMemoryImport {
  static constexpr CallInfo info{"cuImportExternalMemory", ObjectKind::external_memory, CallEffect::creates};
  int file_descriptor = -1;
  bool is_dedicated = false;
  DevicePointer host_memory{};
  std::size_t size_bytes = 0;
  std::shared_ptr<const void> owner{};
  ExternalMemoryHandle memory{};  // result
  TEXELSCOPE_ARGUMENTS(file_descriptor, is_dedicated, host_memory, size_bytes)
  TEXELSCOPE_OBJECT(memory)
};

/// All mappings of the memory must have been destroyed before.
struct ExternalMemoryDestroy {
  static constexpr CallInfo info{"cuDestroyExternalMemory", ObjectKind::external_memory, CallEffect::destroys};
  ExternalMemoryHandle memory;
  TEXELSCOPE_ARGUMENTS(memory)
};

/// Freed by SynchronousFree.
struct ExternalMemoryMappedBuffer {
  static constexpr CallInfo info{"cuExternalMemoryGetMappedBuffer", ObjectKind::memory, CallEffect::creates};
  ExternalMemoryHandle memory;
  std::size_t offset_bytes = 0;
  std::size_t size_bytes = 0;
  DevicePointer pointer{};  // result
  TEXELSCOPE_ARGUMENTS(memory, offset_bytes, size_bytes)
  TEXELSCOPE_OBJECT(pointer)
};

/// Destroyed by MipmappedArrayDestroy.
struct ExternalMemoryMappedMipmappedArray {
  static constexpr CallInfo info{"cuExternalMemoryGetMappedMipmappedArray", ObjectKind::mipmapped_array,
                                 CallEffect::creates};
  ExternalMemoryHandle memory;
  /// The descriptor of level 0.
  ArrayDescriptor descriptor;
  unsigned num_levels = 1;
  std::size_t offset_bytes = 0;
  MipmappedArrayHandle array{};  // result
  TEXELSCOPE_ARGUMENTS(memory, descriptor, num_levels, offset_bytes)
  TEXELSCOPE_OBJECT(array)
};

/// Rows of a plain 2D array at a pitch. CUDA has no corresponding function, so the name is specific to this interface;
/// the closest function is cuExternalMemoryGetMappedMipmappedArray. Destroyed by ArrayDestroy.
struct ExternalMemoryMappedArray {
  static constexpr CallInfo info{"texelscopeExternalMemoryGetMappedArray", ObjectKind::array, CallEffect::creates};
  ExternalMemoryHandle memory;
  ArrayDescriptor descriptor;
  std::size_t offset_bytes = 0;
  std::size_t row_pitch_bytes = 0;
  ArrayHandle array{};  // result
  TEXELSCOPE_ARGUMENTS(memory, descriptor, offset_bytes, row_pitch_bytes)
  TEXELSCOPE_OBJECT(array)
};

/// Either a file descriptor, which the driver owns on success, or a host timeline.
struct ExternalSemaphoreImport {
  static constexpr CallInfo info{"cuImportExternalSemaphore", ObjectKind::external_semaphore, CallEffect::creates};
  int file_descriptor = -1;
  ExternalSemaphoreKind kind = ExternalSemaphoreKind::binary;
  std::shared_ptr<HostTimeline> timeline{};
  ExternalSemaphoreHandle semaphore{};  // result

  [[nodiscard]] Arguments arguments() const {
    return {{"file_descriptor", file_descriptor},
            {"is_timeline", kind == ExternalSemaphoreKind::timeline},
            {"is_of_host", timeline != nullptr}};
  }
  TEXELSCOPE_OBJECT(semaphore)
};

struct ExternalSemaphoreDestroy {
  static constexpr CallInfo info{"cuDestroyExternalSemaphore", ObjectKind::external_semaphore, CallEffect::destroys};
  ExternalSemaphoreHandle semaphore;
  TEXELSCOPE_ARGUMENTS(semaphore)
};

/// The value is for timeline semaphores; binary semaphores have none.
struct ExternalSemaphoreSignal {
  static constexpr CallInfo info{.name = "cuSignalExternalSemaphoresAsync", .kind = WorkKind::record};
  ExternalSemaphoreHandle semaphore;
  std::uint64_t value = 0;
  StreamHandle stream;
  TEXELSCOPE_ARGUMENTS(semaphore, value, stream)
};

struct ExternalSemaphoreWait {
  static constexpr CallInfo info{.name = "cuWaitExternalSemaphoresAsync", .kind = WorkKind::wait};
  ExternalSemaphoreHandle semaphore;
  std::uint64_t value = 0;
  StreamHandle stream;
  TEXELSCOPE_ARGUMENTS(semaphore, value, stream)
};

}  // namespace texelscope::gpu::driver
