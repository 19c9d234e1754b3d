#include "gpu/cuda/cuda_driver.h"

namespace texelscope::gpu::cuda {

Status CudaDriver::perform(driver::StreamCreate& call) noexcept {
  return create(cu_.StreamCreate, call.created, CU_STREAM_NON_BLOCKING);
}

Status CudaDriver::perform(driver::StreamDestroy& call) noexcept { return this->call(cu_.StreamDestroy, call.stream); }

Status CudaDriver::perform(driver::StreamSynchronize& call) noexcept {
  return this->call(cu_.StreamSynchronize, call.stream);
}

Status CudaDriver::perform(driver::StreamQuery& call) noexcept { return this->call(cu_.StreamQuery, call.stream); }

Status CudaDriver::perform(driver::StreamWaitEvent& call) noexcept {
  return this->call(cu_.StreamWaitEvent, call.stream, call.event, CU_EVENT_WAIT_DEFAULT);
}

}  // namespace texelscope::gpu::cuda
