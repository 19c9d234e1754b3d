#include "gpu/cuda/cuda_driver.h"

namespace texelscope::gpu::cuda {

Status CudaDriver::perform(driver::MemoryAllocate& call) noexcept {
  return has_memory_pools_ ? create(cu_.MemAllocAsync, call.pointer, call.size_bytes, call.stream)
                           : create(cu_.MemAlloc, call.pointer, call.size_bytes);
}

Status CudaDriver::perform(driver::MemoryFree& call) noexcept {
  if (has_memory_pools_) {
    return this->call(cu_.MemFreeAsync, call.pointer, call.stream);
  }
  const Status status = this->call(cu_.StreamSynchronize, call.stream);
  const Status freed = this->call(cu_.MemFree, call.pointer);
  return status != Status::success ? status : freed;
}

TEXELSCOPE_CREATE(HostAllocate, MemHostAlloc, call.pointer, call.size_bytes,
                  CU_MEMHOSTALLOC_PORTABLE | CU_MEMHOSTALLOC_DEVICEMAP)
TEXELSCOPE_FORWARD(HostFree, MemFreeHost, call.pointer)
TEXELSCOPE_FORWARD(MemoryCopy, MemcpyAsync, call.destination, call.source, call.size_bytes, call.stream)

Status CudaDriver::perform(driver::MemoryCopyPeer& call) noexcept {
  const int ordinals[] = {call.destination_ordinal, call.source_ordinal};
  CUdevice devices[2] = {};
  CUcontext contexts[2] = {};
  std::size_t retained = 0;
  Status status = Status::success;
  // Both devices are open, so neither context is made here.
  while (status == Status::success && retained < 2) {
    status = to_status(cu_.DeviceGet(&devices[retained], ordinals[retained]));
    if (status == Status::success) {
      status = to_status(cu_.DevicePrimaryCtxRetain(&contexts[retained], devices[retained]));
      retained += status == Status::success ? 1 : 0;
    }
  }
  if (status == Status::success) {
    status = this->call(cu_.MemcpyPeerAsync, call.destination, contexts[0], call.source, contexts[1], call.size_bytes,
                        call.stream);
  }
  while (retained > 0) {
    const Status released = to_status(cu_.DevicePrimaryCtxRelease(devices[--retained]));
    status = status == Status::success ? released : status;
  }
  return status;
}

TEXELSCOPE_FORWARD(MemoryFill, MemsetD8Async, call.destination, call.value, call.count, call.stream)
TEXELSCOPE_FORWARD(MemoryFill16, MemsetD16Async, call.destination, call.value, call.count, call.stream)
TEXELSCOPE_FORWARD(MemoryFill32, MemsetD32Async, call.destination, call.value, call.count, call.stream)

}  // namespace texelscope::gpu::cuda
