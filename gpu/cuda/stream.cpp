#include "gpu/cuda/cuda_driver.h"

namespace texelscope::gpu::cuda {

TEXELSCOPE_CREATE(StreamCreate, StreamCreateWithPriority, call.created,
                  call.is_blocking ? CU_STREAM_DEFAULT : CU_STREAM_NON_BLOCKING, call.priority)
TEXELSCOPE_FORWARD(HostCall, LaunchHostFunc, call.stream, call.function, call.data)
TEXELSCOPE_FORWARD(StreamDestroy, StreamDestroy, call.stream)
TEXELSCOPE_FORWARD(StreamSynchronize, StreamSynchronize, call.stream)
TEXELSCOPE_FORWARD(StreamQuery, StreamQuery, call.stream)
TEXELSCOPE_FORWARD(StreamWaitEvent, StreamWaitEvent, call.stream, call.event, CU_EVENT_WAIT_DEFAULT)

Status CudaDriver::perform(driver::StreamGetContext& call) noexcept {
  CUcontext context = nullptr;
  // Only for a default stream does the answer depend on the current context (cuStreamGetCtx).
  const bool is_default = call.stream.value <= reinterpret_cast<std::uintptr_t>(CU_STREAM_PER_THREAD);
  const Status status = is_default ? this->call(cu_.StreamGetCtx, call.stream, &context)
                                   : to_status(cu_.StreamGetCtx(native<CUstream>(call.stream), &context));
  call.is_of_device = status == Status::success && context == context_;
  return status;
}

Status CudaDriver::perform(driver::StreamGetAttributes& call) noexcept {
  unsigned flags = 0;
  const Status status = this->call(cu_.StreamGetFlags, call.stream, &flags);
  call.is_blocking = (flags & CU_STREAM_NON_BLOCKING) == 0;
  return status == Status::success ? this->call(cu_.StreamGetPriority, call.stream, &call.priority) : status;
}

}  // namespace texelscope::gpu::cuda
