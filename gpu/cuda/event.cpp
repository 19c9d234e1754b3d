#include "gpu/cuda/cuda_driver.h"

namespace texelscope::gpu::cuda {

Status CudaDriver::perform(driver::EventCreate& call) noexcept {
  CUevent event = nullptr;
  const unsigned flags = (call.has_timing ? CU_EVENT_DEFAULT : CU_EVENT_DISABLE_TIMING) |
                         (call.is_interprocess ? CU_EVENT_INTERPROCESS : CU_EVENT_DEFAULT);
  const Status status = this->call(cu_.EventCreate, &event, flags);
  return keep_created(status, event, call.event);
}

Status CudaDriver::perform(driver::EventDestroy& call) noexcept {
  return this->call(cu_.EventDestroy, native<CUevent>(call.event));
}

Status CudaDriver::perform(driver::EventRecord& call) noexcept {
  return this->call(cu_.EventRecord, native<CUevent>(call.event), native<CUstream>(call.stream));
}

Status CudaDriver::perform(driver::EventSynchronize& call) noexcept {
  return this->call(cu_.EventSynchronize, native<CUevent>(call.event));
}

Status CudaDriver::perform(driver::EventQuery& call) noexcept {
  return this->call(cu_.EventQuery, native<CUevent>(call.event));
}

Status CudaDriver::perform(driver::EventElapsedTime& call) noexcept {
  return this->call(cu_.EventElapsedTime, &call.milliseconds, native<CUevent>(call.start), native<CUevent>(call.end));
}

}  // namespace texelscope::gpu::cuda
