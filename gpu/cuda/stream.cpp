#include "gpu/cuda/cuda_driver.h"

namespace texelscope::gpu::cuda {

Status CudaDriver::perform(driver::StreamCreate& call) noexcept {
  CUstream stream = nullptr;
  const Status status = this->call(cu_.StreamCreate, &stream, CU_STREAM_NON_BLOCKING);
  return keep_created(status, stream, call.created);
}

Status CudaDriver::perform(driver::StreamDestroy& call) noexcept {
  return this->call(cu_.StreamDestroy, native<CUstream>(call.stream));
}

Status CudaDriver::perform(driver::StreamSynchronize& call) noexcept {
  return this->call(cu_.StreamSynchronize, native<CUstream>(call.stream));
}

Status CudaDriver::perform(driver::StreamQuery& call) noexcept {
  return this->call(cu_.StreamQuery, native<CUstream>(call.stream));
}

Status CudaDriver::perform(driver::StreamWaitEvent& call) noexcept {
  return this->call(cu_.StreamWaitEvent, native<CUstream>(call.stream), native<CUevent>(call.event),
                    CU_EVENT_WAIT_DEFAULT);
}

}  // namespace texelscope::gpu::cuda
