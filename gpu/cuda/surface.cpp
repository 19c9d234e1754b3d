#include "gpu/cuda/cuda_driver.h"

namespace texelscope::gpu::cuda {

Status CudaDriver::perform(driver::SurfaceCreate& call) noexcept {
  CUDA_RESOURCE_DESC resource{};
  resource.resType = CU_RESOURCE_TYPE_ARRAY;
  resource.res.array.hArray = native<CUarray>(call.array);
  return create(cu_.SurfObjectCreate, call.surface, &resource);
}

Status CudaDriver::perform(driver::SurfaceDestroy& call) noexcept {
  return this->call(cu_.SurfObjectDestroy, call.surface);
}

}  // namespace texelscope::gpu::cuda
