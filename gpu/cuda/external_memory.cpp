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
  CUexternalMemory memory = nullptr;
  const Status status = this->call(cu_.ImportExternalMemory, &memory, &descriptor);
  return keep_created(status, memory, call.memory);
}

Status CudaDriver::perform(driver::ExternalMemoryDestroy& call) noexcept {
  return this->call(cu_.DestroyExternalMemory, native<CUexternalMemory>(call.memory));
}

Status CudaDriver::perform(driver::ExternalMemoryMappedBuffer& call) noexcept {
  CUDA_EXTERNAL_MEMORY_BUFFER_DESC descriptor{};
  descriptor.offset = call.offset_bytes;
  descriptor.size = call.size_bytes;
  CUdeviceptr pointer = 0;
  const Status status =
      this->call(cu_.ExternalMemoryGetMappedBuffer, &pointer, native<CUexternalMemory>(call.memory), &descriptor);
  call.pointer.value = pointer;
  return status == Status::success && pointer == 0 ? Status::unknown : status;
}

Status CudaDriver::perform(driver::ExternalMemoryMappedMipmappedArray& call) noexcept {
  CUDA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC descriptor{};
  descriptor.offset = call.offset_bytes;
  descriptor.arrayDesc = to_native(call.descriptor);
  descriptor.numLevels = call.num_levels;
  CUmipmappedArray array = nullptr;
  const Status status =
      this->call(cu_.ExternalMemoryGetMappedMipmappedArray, &array, native<CUexternalMemory>(call.memory), &descriptor);
  return keep_created(status, array, call.array);
}

/// CUDA has no arrays of rows at a pitch.
Status CudaDriver::perform(driver::ExternalMemoryMappedArray&) noexcept { return Status::not_supported; }

}  // namespace texelscope::gpu::cuda
