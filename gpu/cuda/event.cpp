#include "gpu/cuda/cuda_driver.h"

namespace texelscope::gpu::cuda {

Status CudaDriver::perform(driver::EventCreate& call) noexcept {
  const unsigned flags = (call.has_timing ? CU_EVENT_DEFAULT : CU_EVENT_DISABLE_TIMING) |
                         (call.is_interprocess ? CU_EVENT_INTERPROCESS : CU_EVENT_DEFAULT) |
                         (call.is_blocking ? CU_EVENT_BLOCKING_SYNC : CU_EVENT_DEFAULT);
  return create(cu_.EventCreate, call.event, flags);
}

TEXELSCOPE_FORWARD(EventDestroy, EventDestroy, call.event)
TEXELSCOPE_FORWARD(EventRecord, EventRecord, call.event, call.stream)
TEXELSCOPE_FORWARD(EventSynchronize, EventSynchronize, call.event)
TEXELSCOPE_FORWARD(EventQuery, EventQuery, call.event)
TEXELSCOPE_FORWARD(EventElapsedTime, EventElapsedTime, &call.milliseconds, call.start, call.end)

}  // namespace texelscope::gpu::cuda
