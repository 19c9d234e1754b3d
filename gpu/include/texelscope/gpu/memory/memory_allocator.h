#pragma once

#include <cstddef>
#include <string_view>

#include "texelscope/gpu/handle.h"

namespace texelscope::gpu {

class Stream;

/// Properties of all memory from a MemoryAllocator. Memory that contradicts them is refused at allocation.
struct MemoryAllocatorProperties {
  /// Whether deallocate() may be called while work on its stream still uses the memory: it then frees the memory in
  /// stream order. Otherwise, the library synchronizes the stream first.
  bool is_stream_ordered = true;
  bool is_on_device = true;          ///< Whether it resides on the device rather than the host.
  bool is_device_accessible = true;  ///< Whether kernels can access it.
  bool is_host_accessible = false;   ///< Whether the host can access it; on the CPU device, it always can.
  bool is_managed = false;           ///< Whether it migrates between host and device (cuMemAllocManaged).
};

/// The base class of custom allocators: MemoryResource::from_allocator() creates a resource from an allocator, and its
/// buffers work like all others. An allocator's functions are called from any thread, concurrently, with the device's
/// context current. They may use the device, but must order other work on `stream` themselves.
class MemoryAllocator {
 public:
  MemoryAllocator() = default;
  virtual ~MemoryAllocator() = default;
  MemoryAllocator(const MemoryAllocator&) = delete;
  MemoryAllocator& operator=(const MemoryAllocator&) = delete;

  /// Returns memory of `size_bytes` ≥ 1 that work on `stream` may use from now on. MemoryResource::allocate() throws
  /// this library's errors unchanged, a DriverError with out_of_memory in place of std::bad_alloc, and an Error with
  /// the details, in which the original exception is nested, in place of anything else or a null result. The driver's
  /// own memory is aligned to 256 bytes, and textures and fills rely on part of that.
  [[nodiscard]] virtual DevicePointer allocate(std::size_t size_bytes, const Stream& stream) = 0;
  /// Frees memory from allocate(). Exceptions are reported as a Diagnostic, since buffers call it when they are
  /// destroyed.
  virtual void deallocate(DevicePointer pointer, std::size_t size_bytes, const Stream& stream) = 0;
  /// The resource's name in errors and traces. The string must live as long as the allocator.
  [[nodiscard]] virtual std::string_view name() const noexcept = 0;
  /// Called once, by from_allocator().
  [[nodiscard]] virtual MemoryAllocatorProperties properties() const { return {}; }
};

}  // namespace texelscope::gpu
