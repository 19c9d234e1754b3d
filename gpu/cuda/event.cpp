#include "gpu/cuda/cuda_driver.h"

namespace texelscope::gpu::cuda {

Status CudaDriver::perform(driver::EventCreate& call) noexcept {
  const unsigned flags = (call.has_timing ? CU_EVENT_DEFAULT : CU_EVENT_DISABLE_TIMING) |
                         (call.is_interprocess ? CU_EVENT_INTERPROCESS : CU_EVENT_DEFAULT);
  return create(cu_.EventCreate, call.event, flags);
}

Status CudaDriver::perform(driver::EventDestroy& call) noexcept { return this->call(cu_.EventDestroy, call.event); }

Status CudaDriver::perform(driver::EventRecord& call) noexcept {
  return this->call(cu_.EventRecord, call.event, call.stream);
}

Status CudaDriver::perform(driver::EventSynchronize& call) noexcept {
  return this->call(cu_.EventSynchronize, call.event);
}

Status CudaDriver::perform(driver::EventQuery& call) noexcept { return this->call(cu_.EventQuery, call.event); }

Status CudaDriver::perform(driver::EventElapsedTime& call) noexcept {
  return this->call(cu_.EventElapsedTime, &call.milliseconds, call.start, call.end);
}

}  // namespace texelscope::gpu::cuda
