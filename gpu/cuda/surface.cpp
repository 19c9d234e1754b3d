#include "gpu/cuda/cuda_driver.h"

namespace texelscope::gpu::cuda {

Status CudaDriver::perform(driver::SurfaceCreate& call) noexcept {
  CUDA_RESOURCE_DESC resource{};
  resource.resType = CU_RESOURCE_TYPE_ARRAY;
  resource.res.array.hArray = native<CUarray>(call.array);
  return create(cu_.SurfObjectCreate, call.surface, &resource);
}

TEXELSCOPE_FORWARD(SurfaceDestroy, SurfObjectDestroy, call.surface)

}  // namespace texelscope::gpu::cuda
