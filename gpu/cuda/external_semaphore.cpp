#include "gpu/cuda/cuda_driver.h"

namespace texelscope::gpu::cuda {

Status CudaDriver::perform(driver::ExternalSemaphoreImport& call) noexcept {
  if (call.file_descriptor < 0) {
    return Status::not_supported;
  }
  CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC descriptor{};
  descriptor.type = call.kind == ExternalSemaphoreKind::timeline
                        ? CU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_TIMELINE_SEMAPHORE_FD
                        : CU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_OPAQUE_FD;
  descriptor.handle.fd = call.file_descriptor;
  return create(cu_.ImportExternalSemaphore, call.semaphore, &descriptor);
}

TEXELSCOPE_FORWARD(ExternalSemaphoreDestroy, DestroyExternalSemaphore, call.semaphore)

Status CudaDriver::perform(driver::ExternalSemaphoreSignal& call) noexcept {
  const auto semaphore = native<CUexternalSemaphore>(call.semaphore);
  CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS parameters{};
  parameters.params.fence.value = call.value;
  return this->call(cu_.SignalExternalSemaphoresAsync, &semaphore, &parameters, 1U, call.stream);
}

Status CudaDriver::perform(driver::ExternalSemaphoreWait& call) noexcept {
  const auto semaphore = native<CUexternalSemaphore>(call.semaphore);
  CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS parameters{};
  parameters.params.fence.value = call.value;
  return this->call(cu_.WaitExternalSemaphoresAsync, &semaphore, &parameters, 1U, call.stream);
}

}  // namespace texelscope::gpu::cuda
