#include "gpu/cuda/cuda_driver.h"

namespace texelscope::gpu::cuda {

Status CudaDriver::perform(driver::GraphMemoryAllocate& call) noexcept {
  return create(cu_.MemAllocAsync, call.pointer, call.size_bytes, call.stream);
}

Status CudaDriver::perform(driver::GraphMemoryFree& call) noexcept {
  return this->call(cu_.MemFreeAsync, call.pointer, call.stream);
}

Status CudaDriver::perform(driver::GraphMemoryQuery& call) noexcept {
  const auto get = [&](CUgraphMem_attribute which, std::uint64_t& bytes) {
    cuuint64_t value = 0;
    const Status status = this->call(cu_.DeviceGetGraphMemAttribute, device_, which, static_cast<void*>(&value));
    bytes = value;
    return status;
  };
  GraphMemoryAttributes& attributes = call.attributes;
  Status status = get(CU_GRAPH_MEM_ATTR_RESERVED_MEM_CURRENT, attributes.reserved_bytes);
  if (status == Status::success) {
    status = get(CU_GRAPH_MEM_ATTR_RESERVED_MEM_HIGH, attributes.reserved_high_bytes);
  }
  if (status == Status::success) {
    status = get(CU_GRAPH_MEM_ATTR_USED_MEM_CURRENT, attributes.used_bytes);
  }
  if (status == Status::success) {
    status = get(CU_GRAPH_MEM_ATTR_USED_MEM_HIGH, attributes.used_high_bytes);
  }
  return status;
}

Status CudaDriver::perform(driver::GraphMemoryTrim&) noexcept { return call(cu_.DeviceGraphMemTrim, device_); }

}  // namespace texelscope::gpu::cuda
