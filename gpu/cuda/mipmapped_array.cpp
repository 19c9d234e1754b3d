#include "gpu/cuda/array_descriptor.h"
#include "gpu/cuda/cuda_driver.h"

namespace texelscope::gpu::cuda {

Status CudaDriver::perform(driver::MipmappedArrayCreate& call) noexcept {
  const CUDA_ARRAY3D_DESCRIPTOR descriptor = to_native(call.descriptor);
  return create(cu_.MipmappedArrayCreate, call.array, &descriptor, call.num_levels);
}

Status CudaDriver::perform(driver::MipmappedArrayDestroy& call) noexcept {
  return this->call(cu_.MipmappedArrayDestroy, call.array);
}

Status CudaDriver::perform(driver::MipmappedArrayGetLevel& call) noexcept {
  return create(cu_.MipmappedArrayGetLevel, call.level_array, call.array, call.level);
}

}  // namespace texelscope::gpu::cuda
