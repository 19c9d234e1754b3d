#include "gpu/cuda/array_descriptor.h"
#include "gpu/cuda/cuda_driver.h"

namespace texelscope::gpu::cuda {

Status CudaDriver::perform(driver::ExternalMemoryImport& call) noexcept {
  if (call.file_descriptor < 0) {
    return Status::not_supported;
  }
  CUDA_EXTERNAL_MEMORY_HANDLE_DESC descriptor{};
  descriptor.type = CU_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD;
  descriptor.handle.fd = call.file_descriptor;
  descriptor.size = call.size_bytes;
  descriptor.flags = call.is_dedicated ? CUDA_EXTERNAL_MEMORY_DEDICATED : 0U;
  return create(cu_.ImportExternalMemory, call.memory, &descriptor);
}

TEXELSCOPE_FORWARD(ExternalMemoryDestroy, DestroyExternalMemory, call.memory)

Status CudaDriver::perform(driver::ExternalMemoryMappedBuffer& call) noexcept {
  CUDA_EXTERNAL_MEMORY_BUFFER_DESC descriptor{};
  descriptor.offset = call.offset_bytes;
  descriptor.size = call.size_bytes;
  return create(cu_.ExternalMemoryGetMappedBuffer, call.pointer, call.memory, &descriptor);
}

Status CudaDriver::perform(driver::ExternalMemoryMappedMipmappedArray& call) noexcept {
  CUDA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC descriptor{};
  descriptor.offset = call.offset_bytes;
  descriptor.arrayDesc = to_native(call.descriptor);
  descriptor.numLevels = call.num_levels;
  return create(cu_.ExternalMemoryGetMappedMipmappedArray, call.array, call.memory, &descriptor);
}

/// CUDA cannot map external memory as an array with a row pitch.
Status CudaDriver::perform(driver::ExternalMemoryMappedArray&) noexcept { return Status::not_supported; }

}  // namespace texelscope::gpu::cuda
