#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "gpu/driver/calls/call.h"
#include "texelscope/gpu/cuda_array.h"
#include "texelscope/gpu/external_semaphore.h"
#include "texelscope/gpu/handle.h"

namespace texelscope::gpu::driver {

/// Either a file descriptor, which is the driver's on success, or host memory and its owner.
struct ExternalMemoryImport {
  static constexpr CallInfo info{"cuImportExternalMemory", ObjectKind::external_memory, CallEffect::creates};
  int file_descriptor = -1;
  bool is_dedicated = false;
  DevicePointer host_memory{};
  std::size_t size_bytes = 0;
  std::shared_ptr<const void> owner{};
  ExternalMemoryHandle memory{};  // result

  template <class Visitor>
  void visit(Visitor&& visitor) const {
    visitor("file_descriptor", file_descriptor);
    visitor("is_dedicated", is_dedicated);
    visitor("host_memory", host_memory);
    visitor("size_bytes", size_bytes);
  }
  template <class Function>
  void for_each_object(Function&& function) const {
    function(memory.value);
  }
};

/// What was mapped must have been given back before.
struct ExternalMemoryDestroy {
  static constexpr CallInfo info{"cuDestroyExternalMemory", ObjectKind::external_memory, CallEffect::destroys};
  ExternalMemoryHandle memory;

  template <class Visitor>
  void visit(Visitor&& visitor) const {
    visitor("memory", memory);
  }
  template <class Function>
  void for_each_object(Function&& function) const {
    function(memory.value);
  }
};

/// Given back by SynchronousFree.
struct ExternalMemoryMappedBuffer {
  static constexpr CallInfo info{"cuExternalMemoryGetMappedBuffer", ObjectKind::memory, CallEffect::creates};
  ExternalMemoryHandle memory;
  std::size_t offset_bytes = 0;
  std::size_t size_bytes = 0;
  DevicePointer pointer{};  // result

  template <class Visitor>
  void visit(Visitor&& visitor) const {
    visitor("memory", memory);
    visitor("offset_bytes", offset_bytes);
    visitor("size_bytes", size_bytes);
  }
  template <class Function>
  void for_each_object(Function&& function) const {
    function(pointer.value);
  }
};

/// Given back by MipmappedArrayDestroy.
struct ExternalMemoryMappedMipmappedArray {
  static constexpr CallInfo info{"cuExternalMemoryGetMappedMipmappedArray", ObjectKind::mipmapped_array,
                                 CallEffect::creates};
  ExternalMemoryHandle memory;
  /// Of level 0.
  ArrayDescriptor descriptor;
  unsigned num_levels = 1;
  std::size_t offset_bytes = 0;
  MipmappedArrayHandle array{};  // result

  template <class Visitor>
  void visit(Visitor&& visitor) const {
    visitor("memory", memory);
    visitor("descriptor", descriptor);
    visitor("num_levels", num_levels);
    visitor("offset_bytes", offset_bytes);
  }
  template <class Function>
  void for_each_object(Function&& function) const {
    function(array.value);
  }
};

/// Rows of a plain 2D array at a pitch. CUDA has no such function, so the name is this seam's own; nearest to it is
/// cuExternalMemoryGetMappedMipmappedArray. Given back by ArrayDestroy.
struct ExternalMemoryMappedArray {
  static constexpr CallInfo info{"texelscopeExternalMemoryGetMappedArray", ObjectKind::array, CallEffect::creates};
  ExternalMemoryHandle memory;
  ArrayDescriptor descriptor;
  std::size_t offset_bytes = 0;
  std::size_t row_pitch_bytes = 0;
  ArrayHandle array{};  // result

  template <class Visitor>
  void visit(Visitor&& visitor) const {
    visitor("memory", memory);
    visitor("descriptor", descriptor);
    visitor("offset_bytes", offset_bytes);
    visitor("row_pitch_bytes", row_pitch_bytes);
  }
  template <class Function>
  void for_each_object(Function&& function) const {
    function(array.value);
  }
};

/// Either a file descriptor, which is the driver's on success, or a timeline of the host.
struct ExternalSemaphoreImport {
  static constexpr CallInfo info{"cuImportExternalSemaphore", ObjectKind::external_semaphore, CallEffect::creates};
  int file_descriptor = -1;
  ExternalSemaphoreKind kind = ExternalSemaphoreKind::binary;
  std::shared_ptr<HostTimeline> timeline{};
  ExternalSemaphoreHandle semaphore{};  // result

  template <class Visitor>
  void visit(Visitor&& visitor) const {
    visitor("file_descriptor", file_descriptor);
    visitor("is_timeline", kind == ExternalSemaphoreKind::timeline);
    visitor("is_of_host", timeline != nullptr);
  }
  template <class Function>
  void for_each_object(Function&& function) const {
    function(semaphore.value);
  }
};

struct ExternalSemaphoreDestroy {
  static constexpr CallInfo info{"cuDestroyExternalSemaphore", ObjectKind::external_semaphore, CallEffect::destroys};
  ExternalSemaphoreHandle semaphore;

  template <class Visitor>
  void visit(Visitor&& visitor) const {
    visitor("semaphore", semaphore);
  }
  template <class Function>
  void for_each_object(Function&& function) const {
    function(semaphore.value);
  }
};

/// The value is a timeline's; a binary semaphore has none.
struct ExternalSemaphoreSignal {
  static constexpr CallInfo info{"cuSignalExternalSemaphoresAsync"};
  ExternalSemaphoreHandle semaphore;
  std::uint64_t value = 0;
  StreamHandle stream;

  template <class Visitor>
  void visit(Visitor&& visitor) const {
    visitor("semaphore", semaphore);
    visitor("value", value);
    visitor("stream", stream);
  }
};

struct ExternalSemaphoreWait {
  static constexpr CallInfo info{"cuWaitExternalSemaphoresAsync"};
  ExternalSemaphoreHandle semaphore;
  std::uint64_t value = 0;
  StreamHandle stream;

  template <class Visitor>
  void visit(Visitor&& visitor) const {
    visitor("semaphore", semaphore);
    visitor("value", value);
    visitor("stream", stream);
  }
};

}  // namespace texelscope::gpu::driver
