#include "gpu/cpu/cpu_driver.h"

namespace texelscope::gpu::cpu {

Status CpuDriver::perform(driver::GraphMemoryAllocate& call) noexcept {
  driver::MemoryAllocate node{.size_bytes = call.size_bytes, .stream = call.stream};
  const Status status = perform(node);
  call.pointer = node.pointer;
  return status;
}

Status CpuDriver::perform(driver::GraphMemoryFree& call) noexcept {
  driver::MemoryFree node{.pointer = call.pointer, .stream = call.stream};
  return perform(node);
}

Status CpuDriver::perform(driver::GraphMemoryQuery& call) noexcept {
  const MemoryPoolAttributes attributes = graph_pool_->attributes();
  call.attributes = {attributes.reserved_bytes, attributes.reserved_high_bytes, attributes.used_bytes,
                     attributes.used_high_bytes};
  return state();
}

Status CpuDriver::perform(driver::GraphMemoryTrim&) noexcept {
  graph_pool_->trim(0);
  return state();
}

}  // namespace texelscope::gpu::cpu
