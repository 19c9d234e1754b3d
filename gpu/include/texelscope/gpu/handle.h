#pragma once

#include <compare>
#include <cstdint>

namespace texelscope::gpu {

/// A driver's handle, tagged so that a texture cannot be passed as a surface. 0 means none. On the CUDA device, the
/// value is the driver's own handle (CUstream, CUarray, CUtexObject, …) and can be passed to it; on the CPU device, it
/// is an address inside this library.
template <class Tag>
struct Handle {
  std::uint64_t value = 0;  ///< The device's value.
  /// Whether the handle is not null.
  [[nodiscard]] explicit operator bool() const noexcept { return value != 0; }
  auto operator<=>(const Handle&) const = default;
};

using ContextHandle = Handle<struct ContextTag>;  ///< CUcontext.
using StreamHandle = Handle<struct StreamTag>;
using EventHandle = Handle<struct EventTag>;
using ArrayHandle = Handle<struct ArrayTag>;
using MipmappedArrayHandle = Handle<struct MipmappedArrayTag>;
using TextureHandle = Handle<struct TextureTag>;
using SurfaceHandle = Handle<struct SurfaceTag>;
using GraphicsHandle = Handle<struct GraphicsTag>;
/// A module of kernels compiled at run time, and one of its kernels (CUmodule, CUfunction).
using ModuleHandle = Handle<struct ModuleTag>;
using FunctionHandle = Handle<struct FunctionTag>;
using MemoryPoolHandle = Handle<struct MemoryPoolTag>;          ///< CUmemoryPool.
using PhysicalMemoryHandle = Handle<struct PhysicalMemoryTag>;  ///< CUmemGenericAllocationHandle.
/// Memory and semaphores exported by another API (CUexternalMemory, CUexternalSemaphore).
using ExternalMemoryHandle = Handle<struct ExternalMemoryTag>;
using ExternalSemaphoreHandle = Handle<struct ExternalSemaphoreTag>;
/// Address of device memory (CUdeviceptr), or of host memory that the device can access.
using DevicePointer = Handle<struct MemoryTag>;
using GraphHandle = Handle<struct GraphTag>;          ///< CUgraph.
using GraphExecHandle = Handle<struct GraphExecTag>;  ///< CUgraphExec.
/// The value that a conditional node of a graph evaluates (CUgraphConditionalHandle).
using ConditionHandle = Handle<struct ConditionTag>;

}  // namespace texelscope::gpu
