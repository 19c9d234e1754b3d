#include <array>

#include "gpu/cuda/cuda_driver.h"

namespace texelscope::gpu::cuda {
namespace {

constexpr CUmem_advise advice_of(MemoryAdvice advice) noexcept {
  switch (advice) {
    case MemoryAdvice::set_read_mostly:
      return CU_MEM_ADVISE_SET_READ_MOSTLY;
    case MemoryAdvice::unset_read_mostly:
      return CU_MEM_ADVISE_UNSET_READ_MOSTLY;
    case MemoryAdvice::set_preferred_location:
      return CU_MEM_ADVISE_SET_PREFERRED_LOCATION;
    case MemoryAdvice::unset_preferred_location:
      return CU_MEM_ADVISE_UNSET_PREFERRED_LOCATION;
    case MemoryAdvice::set_accessed_by:
      return CU_MEM_ADVISE_SET_ACCESSED_BY;
    case MemoryAdvice::unset_accessed_by:
      break;
  }
  return CU_MEM_ADVISE_UNSET_ACCESSED_BY;
}

constexpr bool is_numa_node(MemoryLocation location) noexcept {
  return location.kind == MemoryLocation::Kind::host_numa || location.kind == MemoryLocation::Kind::host_numa_current;
}

CUmemLocation numa_node(MemoryLocation location) noexcept {
  CUmemLocation node{};
  node.type = location.kind == MemoryLocation::Kind::host_numa ? CU_MEM_LOCATION_TYPE_HOST_NUMA
                                                               : CU_MEM_LOCATION_TYPE_HOST_NUMA_CURRENT;
  node.id = location.kind == MemoryLocation::Kind::host_numa ? location.id : 0;
  return node;
}

}  // namespace

// Signatures of CUDA 12.2 take NUMA nodes; drivers of CUDA 12.0 lack them, and all drivers support the older
// signatures.
Status CudaDriver::perform(driver::ManagedAdvise& call) noexcept {
  const CUmem_advise advice = advice_of(call.advice);
  if (is_numa_node(call.location)) {
    return cu_.MemAdvise_v12020 == nullptr
               ? Status::not_supported
               : this->call(cu_.MemAdvise_v12020, call.pointer, call.size_bytes, advice, numa_node(call.location));
  }
  CUdevice place = CU_DEVICE_CPU;
  const Status status = find_place(call.location, place);
  return status == Status::success ? this->call(cu_.MemAdvise, call.pointer, call.size_bytes, advice, place) : status;
}

Status CudaDriver::perform(driver::ManagedPrefetch& call) noexcept {
  if (is_numa_node(call.location)) {
    return cu_.MemPrefetchAsync_v12020 == nullptr
               ? Status::not_supported
               : this->call(cu_.MemPrefetchAsync_v12020, call.pointer, call.size_bytes, numa_node(call.location), 0U,
                            call.stream);
  }
  CUdevice place = CU_DEVICE_CPU;
  const Status status = find_place(call.location, place);
  return status == Status::success ? this->call(cu_.MemPrefetchAsync, call.pointer, call.size_bytes, place, call.stream)
                                   : status;
}

Status CudaDriver::find_place(MemoryLocation location, CUdevice& place) noexcept {
  return location.kind == MemoryLocation::Kind::device ? to_status(cu_.DeviceGet(&place, location.id))
                                                       : Status::success;
}

Status CudaDriver::perform(driver::AllocatorAllocate& call) noexcept {
  const ContextScope scope(cu_, context_);
  return scope.status() != Status::success ? scope.status() : call.function(call.data, call.pointer);
}

Status CudaDriver::perform(driver::AllocatorFree& call) noexcept {
  const ContextScope scope(cu_, context_);
  const Status status = call.function(call.data);
  return scope.status() != Status::success ? scope.status() : status;
}

TEXELSCOPE_CREATE(SynchronousAllocate, MemAlloc, call.pointer, call.size_bytes)
TEXELSCOPE_FORWARD(SynchronousFree, MemFree, call.pointer)
TEXELSCOPE_CREATE(ManagedAllocate, MemAllocManaged, call.pointer, call.size_bytes,
                  static_cast<unsigned>(CU_MEM_ATTACH_GLOBAL))
TEXELSCOPE_FORWARD(MemoryInfo, MemGetInfo, &call.free_bytes, &call.total_bytes)

/// The plural form of the query handles memory unknown to the driver without an error.
Status CudaDriver::perform(driver::PointerQuery& call) noexcept {
  unsigned type = 0;
  unsigned is_managed = 0;
  int ordinal = -1;
  CUdeviceptr device_pointer = 0;
  void* host_pointer = nullptr;
  std::array<CUpointer_attribute, 5> attributes{CU_POINTER_ATTRIBUTE_MEMORY_TYPE, CU_POINTER_ATTRIBUTE_IS_MANAGED,
                                                CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL,
                                                CU_POINTER_ATTRIBUTE_DEVICE_POINTER, CU_POINTER_ATTRIBUTE_HOST_POINTER};
  std::array<void*, 5> values{&type, &is_managed, &ordinal, &device_pointer, &host_pointer};
  const Status status = this->call(cu_.PointerGetAttributes, static_cast<unsigned>(attributes.size()),
                                   attributes.data(), values.data(), call.pointer);
  if (status != Status::success) {
    return status;
  }
  driver::PointerFacts& facts = call.facts;
  facts.is_known = type != 0;
  if (!facts.is_known) {
    // Pageable host memory, which kernels can access through the host's page tables on some systems.
    facts.is_host_accessible = true;
    facts.is_device_accessible = attribute(CU_DEVICE_ATTRIBUTE_PAGEABLE_MEMORY_ACCESS) != 0;
    facts.host_pointer = call.pointer;
    return status;
  }
  facts.is_managed = is_managed != 0;
  facts.is_on_device = type == CU_MEMORYTYPE_DEVICE;
  facts.ordinal = facts.is_on_device ? ordinal : -1;
  facts.device_pointer.value = device_pointer;
  set_handle(facts.host_pointer, host_pointer);
  facts.is_device_accessible = device_pointer != 0;
  facts.is_host_accessible = facts.is_managed || (!facts.is_on_device && host_pointer != nullptr);
  return status;
}

Status CudaDriver::perform(driver::PeerQuery& call) noexcept {
  int can_access = 0;
  CUdevice peer = 0;
  Status status = this->call(cu_.DeviceGet, &peer, call.ordinal);
  if (status == Status::success) {
    status = this->call(cu_.DeviceCanAccessPeer, &can_access, device_, peer);
  }
  call.can_access = can_access != 0;
  return status;
}

}  // namespace texelscope::gpu::cuda
