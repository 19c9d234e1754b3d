#include "gpu/cuda/cuda_driver.h"

namespace texelscope::gpu::cuda {

Status CudaDriver::perform(driver::SurfaceCreate& call) noexcept {
  CUDA_RESOURCE_DESC resource{};
  resource.resType = CU_RESOURCE_TYPE_ARRAY;
  resource.res.array.hArray = native<CUarray>(call.array);
  return create(cu_.SurfObjectCreate, call.surface, &resource);
}

TEXELSCOPE_FORWARD(SurfaceDestroy, SurfObjectDestroy, call.surface)

Status CudaDriver::perform(driver::SurfaceGetArray& call) noexcept {
  CUDA_RESOURCE_DESC resource{};
  const Status status = this->call(cu_.SurfObjectGetResourceDesc, &resource, call.surface);
  if (status != Status::success) {
    return status;
  }
  set_handle(call.array, resource.res.array.hArray);
  return resource.resType == CU_RESOURCE_TYPE_ARRAY ? Status::success : Status::not_supported;
}

}  // namespace texelscope::gpu::cuda
