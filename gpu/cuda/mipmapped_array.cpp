#include "gpu/cuda/array_descriptor.h"
#include "gpu/cuda/cuda_driver.h"

namespace texelscope::gpu::cuda {

Status CudaDriver::perform(driver::MipmappedArrayCreate& call) noexcept {
  const CUDA_ARRAY3D_DESCRIPTOR descriptor = to_native(call.descriptor);
  return create(cu_.MipmappedArrayCreate, call.array, &descriptor, call.num_levels);
}

TEXELSCOPE_FORWARD(MipmappedArrayDestroy, MipmappedArrayDestroy, call.array)
TEXELSCOPE_CREATE(MipmappedArrayGetLevel, MipmappedArrayGetLevel, call.level_array, call.array, call.level)

}  // namespace texelscope::gpu::cuda
