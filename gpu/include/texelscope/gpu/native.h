#pragma once

// Handles as CUDA's own types, for code that calls CUDA alongside this library. The only header here that requires the
// headers of CUDA: the compiler checks the conversions, and callers need no casts. Handles of the CPU device are not
// CUDA handles.
#include <cuda.h>

#include <cstdint>

#include "texelscope/gpu/buffer.h"
#include "texelscope/gpu/cuda_array.h"
#include "texelscope/gpu/event.h"
#include "texelscope/gpu/external_memory.h"
#include "texelscope/gpu/external_semaphore.h"
#include "texelscope/gpu/graph.h"
#include "texelscope/gpu/graphics_resource.h"
#include "texelscope/gpu/handle.h"
#include "texelscope/gpu/memory/pool_memory_resource.h"
#include "texelscope/gpu/mipmapped_array.h"
#include "texelscope/gpu/stream.h"
#include "texelscope/gpu/surface_object.h"
#include "texelscope/gpu/texture_object.h"

// The CUDA runtime's own types: for all other objects, both APIs use the same type.
struct cudaArray;
struct cudaMipmappedArray;
struct cudaGraphicsResource;

namespace texelscope::gpu {

/// The driver API's handle of an object; if the CUDA runtime has a different type, runtime_native() returns the
/// runtime's. The handles also serve as cudaStream_t, cudaEvent_t, cudaTextureObject_t, … @throws InvalidState like
/// handle().
[[nodiscard]] inline CUstream native(const Stream& stream) { return reinterpret_cast<CUstream>(stream.handle().value); }
[[nodiscard]] inline CUevent native(const Event& event) { return reinterpret_cast<CUevent>(event.handle().value); }
[[nodiscard]] inline CUarray native(const CUDAArray& array) { return reinterpret_cast<CUarray>(array.handle().value); }
[[nodiscard]] inline CUmipmappedArray native(const MipmappedArray& array) {
  return reinterpret_cast<CUmipmappedArray>(array.handle().value);
}
[[nodiscard]] inline CUtexObject native(const TextureObject& texture) { return texture.handle().value; }
[[nodiscard]] inline CUsurfObject native(const SurfaceObject& surface) { return surface.handle().value; }
[[nodiscard]] inline CUdeviceptr native(const Buffer& buffer) { return buffer.handle().value; }
[[nodiscard]] inline CUgraphExec native(const Graph& graph) {
  return reinterpret_cast<CUgraphExec>(graph.handle().value);
}
[[nodiscard]] inline CUgraphicsResource native(const GraphicsResource& resource) {
  return reinterpret_cast<CUgraphicsResource>(resource.handle().value);
}
[[nodiscard]] inline CUexternalMemory native(const ExternalMemory& memory) {
  return reinterpret_cast<CUexternalMemory>(memory.handle().value);
}
[[nodiscard]] inline CUexternalSemaphore native(const ExternalSemaphore& semaphore) {
  return reinterpret_cast<CUexternalSemaphore>(semaphore.handle().value);
}
[[nodiscard]] inline CUmemoryPool native(const PoolMemoryResource& pool) {
  return reinterpret_cast<CUmemoryPool>(pool.handle().value);
}

[[nodiscard]] inline cudaArray* runtime_native(const CUDAArray& array) {
  return reinterpret_cast<cudaArray*>(array.handle().value);
}
[[nodiscard]] inline cudaMipmappedArray* runtime_native(const MipmappedArray& array) {
  return reinterpret_cast<cudaMipmappedArray*>(array.handle().value);
}
[[nodiscard]] inline cudaGraphicsResource* runtime_native(const GraphicsResource& resource) {
  return reinterpret_cast<cudaGraphicsResource*>(resource.handle().value);
}

/// The reverse, for from_handle(): from the types of the driver API and of the runtime. Textures, surfaces and memory
/// share one type there, unsigned long long, so these functions have different names.
[[nodiscard]] inline ContextHandle handle_of(CUcontext context) { return {reinterpret_cast<std::uint64_t>(context)}; }
[[nodiscard]] inline StreamHandle handle_of(CUstream stream) { return {reinterpret_cast<std::uint64_t>(stream)}; }
[[nodiscard]] inline EventHandle handle_of(CUevent event) { return {reinterpret_cast<std::uint64_t>(event)}; }
[[nodiscard]] inline ArrayHandle handle_of(CUarray array) { return {reinterpret_cast<std::uint64_t>(array)}; }
[[nodiscard]] inline ArrayHandle handle_of(cudaArray* array) { return {reinterpret_cast<std::uint64_t>(array)}; }
[[nodiscard]] inline MipmappedArrayHandle handle_of(CUmipmappedArray array) {
  return {reinterpret_cast<std::uint64_t>(array)};
}
[[nodiscard]] inline MipmappedArrayHandle handle_of(cudaMipmappedArray* array) {
  return {reinterpret_cast<std::uint64_t>(array)};
}
[[nodiscard]] inline GraphicsHandle handle_of(CUgraphicsResource resource) {
  return {reinterpret_cast<std::uint64_t>(resource)};
}
[[nodiscard]] inline GraphicsHandle handle_of(cudaGraphicsResource* resource) {
  return {reinterpret_cast<std::uint64_t>(resource)};
}
[[nodiscard]] inline GraphHandle handle_of(CUgraph graph) { return {reinterpret_cast<std::uint64_t>(graph)}; }
[[nodiscard]] inline GraphExecHandle handle_of(CUgraphExec graph) { return {reinterpret_cast<std::uint64_t>(graph)}; }
[[nodiscard]] inline ExternalMemoryHandle handle_of(CUexternalMemory memory) {
  return {reinterpret_cast<std::uint64_t>(memory)};
}
[[nodiscard]] inline ExternalSemaphoreHandle handle_of(CUexternalSemaphore semaphore) {
  return {reinterpret_cast<std::uint64_t>(semaphore)};
}
[[nodiscard]] inline MemoryPoolHandle handle_of(CUmemoryPool pool) { return {reinterpret_cast<std::uint64_t>(pool)}; }
[[nodiscard]] inline ModuleHandle handle_of(CUmodule module) { return {reinterpret_cast<std::uint64_t>(module)}; }
[[nodiscard]] inline FunctionHandle handle_of(CUfunction function) {
  return {reinterpret_cast<std::uint64_t>(function)};
}
[[nodiscard]] inline TextureHandle texture_handle(CUtexObject texture) { return {texture}; }
[[nodiscard]] inline SurfaceHandle surface_handle(CUsurfObject surface) { return {surface}; }
/// Converts runtime pointers and the driver API's CUdeviceptr.
[[nodiscard]] inline DevicePointer pointer_of(const void* memory) { return {reinterpret_cast<std::uint64_t>(memory)}; }
[[nodiscard]] inline DevicePointer pointer_of(CUdeviceptr memory) { return {memory}; }

}  // namespace texelscope::gpu
