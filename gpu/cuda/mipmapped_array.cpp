#include "gpu/cuda/array_descriptor.h"
#include "gpu/cuda/cuda_driver.h"

namespace texelscope::gpu::cuda {

Status CudaDriver::perform(driver::MipmappedArrayCreate& call) noexcept {
  const CUDA_ARRAY3D_DESCRIPTOR descriptor = to_native(call.descriptor);
  return create(cu_.MipmappedArrayCreate, call.array, &descriptor, call.num_levels);
}

TEXELSCOPE_FORWARD(MipmappedArrayDestroy, MipmappedArrayDestroy, call.array)
TEXELSCOPE_CREATE(MipmappedArrayGetLevel, MipmappedArrayGetLevel, call.level_array, call.array, call.level)

Status CudaDriver::perform(driver::MipmappedArrayGetDescriptor& call) noexcept {
  CUarray level = nullptr;
  Status status = this->call(cu_.MipmappedArrayGetLevel, &level, call.array, 0);
  if (status == Status::success) {
    status = describe_array(level, call.described);
  }
  if (status != Status::success) {
    return status;
  }
  // The driver does not report the number of levels, but fails for the first level that does not exist.
  const unsigned most = full_level_count(call.described.shape);
  for (call.levels = 1; call.levels < most; ++call.levels) {
    if (this->call(cu_.MipmappedArrayGetLevel, &level, call.array, call.levels) != Status::success) {
      break;
    }
  }
  return Status::success;
}

}  // namespace texelscope::gpu::cuda
