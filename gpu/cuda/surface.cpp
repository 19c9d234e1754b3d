#include "gpu/cuda/cuda_driver.h"

namespace texelscope::gpu::cuda {

Status CudaDriver::perform(driver::SurfaceCreate& call) noexcept {
  CUDA_RESOURCE_DESC resource{};
  resource.resType = CU_RESOURCE_TYPE_ARRAY;
  resource.res.array.hArray = native<CUarray>(call.array);
  CUsurfObject created = 0;
  const Status status = this->call(cu_.SurfObjectCreate, &created, &resource);
  call.surface.value = created;
  return status == Status::success && created == 0 ? Status::unknown : status;
}

Status CudaDriver::perform(driver::SurfaceDestroy& call) noexcept {
  return this->call(cu_.SurfObjectDestroy, call.surface.value);
}

}  // namespace texelscope::gpu::cuda
