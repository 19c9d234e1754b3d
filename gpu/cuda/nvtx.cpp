// NVTX is header-only: a tool such as Nsight Systems injects itself (NVTX_INJECTION64_PATH).
#if __has_include(<nvtx3/nvToolsExtCuda.h>)
#include <nvtx3/nvToolsExt.h>
#include <nvtx3/nvToolsExtCuda.h>
#endif

#include "gpu/cuda/cuda_driver.h"

// Without NVTX's headers, the names appear only in this library's own timelines.
namespace texelscope::gpu::cuda {

Status CudaDriver::perform([[maybe_unused]] driver::StreamSetName& call) noexcept {
#ifdef NVTX_VERSION
  nvtxNameCuStreamA(native<CUstream>(call.stream), call.name);
#endif
  return Status::success;
}

Status CudaDriver::perform([[maybe_unused]] driver::RangePush& call) noexcept {
#ifdef NVTX_VERSION
  static_cast<void>(nvtxRangePushA(call.name));
#endif
  return Status::success;
}

Status CudaDriver::perform(driver::RangePop& /*call*/) noexcept {
#ifdef NVTX_VERSION
  static_cast<void>(nvtxRangePop());
#endif
  return Status::success;
}

}  // namespace texelscope::gpu::cuda
