#include <new>
#include <vector>

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
  // Both devices are open, so neither context is created here.
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

Status CudaDriver::perform(driver::MemoryCopyBatch& call) noexcept {
#if CUDA_VERSION >= 12080
  // The function rejects the legacy default stream, by either of its names, and streams that are being captured.
  const bool is_legacy = call.stream == driver::default_stream || call.stream.value == 1;
  if (cu_.MemcpyBatchAsync != nullptr && !is_legacy && !is_capturing(call.stream)) {
    return copy_batch(call);
  }
#endif
  for (std::size_t i = 0; i < call.copies.size(); ++i) {
    const driver::MemoryCopyPart& copy = call.copies[i];
    const Status status = this->call(cu_.MemcpyAsync, copy.destination, copy.source, copy.size_bytes, call.stream);
    if (status != Status::success) {
      call.failed_copy = i;
      return status;
    }
  }
  return Status::success;
}

#if CUDA_VERSION >= 12080
bool CudaDriver::is_capturing(StreamHandle stream) noexcept {
  CUstreamCaptureStatus state = CU_STREAM_CAPTURE_STATUS_NONE;
  return this->call(cu_.StreamIsCapturing, stream, &state) != Status::success || state != CU_STREAM_CAPTURE_STATUS_NONE;
}

Status CudaDriver::copy_batch(driver::MemoryCopyBatch& call) noexcept {
  const std::size_t count = call.copies.size();
  std::vector<CUdeviceptr> destinations;
  std::vector<CUdeviceptr> sources;
  std::vector<std::size_t> sizes;
  try {
    destinations.reserve(count);
    sources.reserve(count);
    sizes.reserve(count);
    for (const driver::MemoryCopyPart& copy : call.copies) {
      destinations.push_back(copy.destination.value);
      sources.push_back(copy.source.value);
      sizes.push_back(copy.size_bytes);
    }
  } catch (const std::bad_alloc&) {
    return Status::out_of_memory;
  }
  // Sources are read in stream order, as with individual copies.
  CUmemcpyAttributes attributes{};
  attributes.srcAccessOrder = CU_MEMCPY_SRC_ACCESS_ORDER_STREAM;
  std::size_t first = 0;
  std::size_t failed = count;
  const Status status = this->call(cu_.MemcpyBatchAsync, destinations.data(), sources.data(), sizes.data(), count,
                                   &attributes, &first, std::size_t{1}, &failed, call.stream);
  // failIdx is out of range if the error does not concern an individual copy.
  if (status != Status::success && failed < count) {
    call.failed_copy = failed;
  }
  return status;
}
#endif

TEXELSCOPE_FORWARD(MemoryFill, MemsetD8Async, call.destination, call.value, call.count, call.stream)
TEXELSCOPE_FORWARD(MemoryFill16, MemsetD16Async, call.destination, call.value, call.count, call.stream)
TEXELSCOPE_FORWARD(MemoryFill32, MemsetD32Async, call.destination, call.value, call.count, call.stream)

}  // namespace texelscope::gpu::cuda
