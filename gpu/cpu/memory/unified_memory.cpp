#include <algorithm>
#include <utility>

#include "gpu/cpu/cpu_driver.h"

namespace texelscope::gpu::cpu {

Status CpuDriver::perform(driver::SynchronousAllocate& call) noexcept {
  return allocate(MemoryMap::Kind::synchronous, call.size_bytes, call.pointer);
}

Status CpuDriver::perform(driver::SynchronousFree& call) noexcept {
  std::shared_ptr<MemoryBlock> block = memory_.take(MemoryMap::Kind::external, call.pointer).block;
  if (block) {
    // A stream may be waiting for a semaphore that this thread signals next.
    streams_.keep_until_passed(std::move(block));
    return Status::success;
  }
  block = memory_.take(MemoryMap::Kind::synchronous, call.pointer).block;
  if (!block) {
    block = memory_.take(MemoryMap::Kind::managed, call.pointer).block;
  }
  if (!block) {
    return refusal(Status::invalid_value);
  }
  return guarded([&] {
    static_cast<void>(streams_.wait());
    return Status::success;
  });
}

/// All memory of this device moves nowhere: host and device are one.
Status CpuDriver::perform(driver::ManagedAllocate& call) noexcept {
  return allocate(MemoryMap::Kind::managed, call.size_bytes, call.pointer);
}

Status CpuDriver::perform(driver::ManagedPreferLocation& call) noexcept {
  const MemoryMap::Allocation found = memory_.around(call.pointer);
  const bool is_managed = found.block && found.kind == MemoryMap::Kind::managed &&
                          memory_.place(call.pointer, call.size_bytes) == MemoryMap::Place::inside;
  return refusal(is_managed ? Status::success : Status::invalid_value);
}

Status CpuDriver::perform(driver::MemoryInfo& call) noexcept {
  call.free_bytes = budget_.free_bytes();
  call.total_bytes = properties_.memory_bytes != 0 ? properties_.memory_bytes : call.free_bytes;
  return state();
}

Status CpuDriver::perform(driver::PointerQuery& call) noexcept {
  const MemoryMap::Allocation found = memory_.around(call.pointer);
  // What the device did not allocate is the host's: kernels reach it all the same.
  call.facts.device_pointer = call.pointer;
  call.facts.host_pointer = call.pointer;
  call.facts.is_device_accessible = found.access != MemoryAccess::none;
  call.facts.is_host_accessible = found.access == MemoryAccess::read_write;
  call.facts.is_known = found.block != nullptr;
  call.facts.is_managed = call.facts.is_known && found.kind == MemoryMap::Kind::managed;
  const bool is_of_host =
      found.kind == MemoryMap::Kind::host || (found.pool != nullptr && found.pool->source().is_on_host);
  call.facts.is_on_device = call.facts.is_known && !is_of_host;
  call.facts.ordinal = call.facts.is_on_device ? 0 : -1;
  return state();
}

Status CpuDriver::perform(driver::PeerQuery& call) noexcept {
  call.can_access = call.ordinal == 0;
  return refusal(call.can_access ? Status::success : Status::invalid_device);
}

}  // namespace texelscope::gpu::cpu
