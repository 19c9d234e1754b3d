#include "gpu/cuda/array_descriptor.h"
#include "gpu/cuda/cuda_driver.h"

namespace texelscope::gpu::cuda {

Status CudaDriver::perform(driver::MipmappedArrayCreate& call) noexcept {
  const CUDA_ARRAY3D_DESCRIPTOR descriptor = to_native(call.descriptor);
  CUmipmappedArray array = nullptr;
  const Status status = this->call(cu_.MipmappedArrayCreate, &array, &descriptor, call.num_levels);
  return keep_created(status, array, call.array);
}

Status CudaDriver::perform(driver::MipmappedArrayDestroy& call) noexcept {
  return this->call(cu_.MipmappedArrayDestroy, native<CUmipmappedArray>(call.array));
}

Status CudaDriver::perform(driver::MipmappedArrayGetLevel& call) noexcept {
  CUarray array = nullptr;
  const Status status =
      this->call(cu_.MipmappedArrayGetLevel, &array, native<CUmipmappedArray>(call.array), call.level);
  return keep_created(status, array, call.level_array);
}

}  // namespace texelscope::gpu::cuda
