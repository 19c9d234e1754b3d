#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <utility>

#include "gpu/cpu/cpu_driver.h"

namespace texelscope::gpu::cpu {
namespace {

/// Node 0 exists even on systems without NUMA, which list no nodes.
bool has_numa_node(int node) {
  return node == 0 || (node > 0 && access(fmt::format("/sys/devices/system/node/node{}", node).c_str(), F_OK) == 0);
}

/// The driver's status for a location: success if it exists.
Status status_of(MemoryLocation location) {
  switch (location.kind) {
    case MemoryLocation::Kind::device:
      return location.id == 0 ? Status::success : Status::invalid_device;
    case MemoryLocation::Kind::host:
    case MemoryLocation::Kind::host_numa_current:
      return Status::success;
    case MemoryLocation::Kind::host_numa:
      break;
  }
  return has_numa_node(location.id) ? Status::success : Status::invalid_value;
}

}  // namespace

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

/// Memory of this device never migrates: host and device are the same.
Status CpuDriver::perform(driver::ManagedAllocate& call) noexcept {
  return allocate(MemoryMap::Kind::managed, call.size_bytes, call.pointer);
}

// Pages stay where they are: the calls are checked, and observers record them.
Status CpuDriver::perform(driver::ManagedAdvise& call) noexcept {
  return guarded([&] {
    const Status status = driver::is_about_location(call.advice) ? status_of(call.location) : Status::success;
    return refusal(!is_managed(call.pointer, call.size_bytes) ? Status::invalid_value : status);
  });
}

Status CpuDriver::perform(driver::ManagedPrefetch& call) noexcept {
  if (const Status status = captures_.refuse(call.stream); status != Status::success) {
    return Status::stream_capture_unsupported;
  }
  if (const Status status = state_for(call.stream); status != Status::success) {
    return status;
  }
  return guarded(
      [&] { return is_managed(call.pointer, call.size_bytes) ? status_of(call.location) : Status::invalid_value; });
}

bool CpuDriver::is_managed(DevicePointer pointer, std::size_t size_bytes) const {
  const MemoryMap::Allocation found = memory_.around(pointer);
  return found.block && found.kind == MemoryMap::Kind::managed &&
         memory_.place(pointer, size_bytes) == MemoryMap::Place::inside;
}

Status CpuDriver::perform(driver::AllocatorAllocate& call) noexcept {
  if (state() != Status::success) {
    return state();
  }
  const Status status = call.function(call.data, call.pointer);
  if (status != Status::success || !call.pointer) {
    return status;
  }
  return guarded([&] {
    memory_.insert(
        {MemoryMap::Kind::external,
         std::make_shared<MemoryBlock>(reinterpret_cast<std::byte*>(call.pointer.value), call.size_bytes, nullptr)});
    return Status::success;
  });
}

Status CpuDriver::perform(driver::AllocatorFree& call) noexcept {
  // Removed before the call, because the function may return the same address to this device.
  static_cast<void>(memory_.take(MemoryMap::Kind::external, call.pointer));
  return call.function(call.data);
}

Status CpuDriver::perform(driver::MemoryInfo& call) noexcept {
  call.free_bytes = budget_.free_bytes();
  call.total_bytes = properties_.memory_bytes != 0 ? properties_.memory_bytes : call.free_bytes;
  return state();
}

Status CpuDriver::perform(driver::PointerQuery& call) noexcept {
  const MemoryMap::Allocation found = memory_.around(call.pointer);
  // Memory that the device did not allocate is the host's: kernels can also access it.
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
