#include <utility>

#include "gpu/cuda/cuda_driver.h"

namespace texelscope::gpu::cuda {

TEXELSCOPE_CREATE(GraphMemoryAllocate, MemAllocAsync, call.pointer, call.size_bytes, call.stream)
TEXELSCOPE_FORWARD(GraphMemoryFree, MemFreeAsync, call.pointer, call.stream)

Status CudaDriver::perform(driver::GraphMemoryQuery& call) noexcept {
  GraphMemoryAttributes& attributes = call.attributes;
  const std::pair<CUgraphMem_attribute, std::uint64_t*> wanted[] = {
      {CU_GRAPH_MEM_ATTR_RESERVED_MEM_CURRENT, &attributes.reserved_bytes},
      {CU_GRAPH_MEM_ATTR_RESERVED_MEM_HIGH, &attributes.reserved_high_bytes},
      {CU_GRAPH_MEM_ATTR_USED_MEM_CURRENT, &attributes.used_bytes},
      {CU_GRAPH_MEM_ATTR_USED_MEM_HIGH, &attributes.used_high_bytes}};
  Status status = Status::success;
  for (const auto& [which, bytes] : wanted) {
    status = status == Status::success
                 ? this->call(cu_.DeviceGetGraphMemAttribute, device_, which, static_cast<void*>(bytes))
                 : status;
  }
  return status;
}

TEXELSCOPE_FORWARD(GraphMemoryTrim, DeviceGraphMemTrim, device_)

}  // namespace texelscope::gpu::cuda
