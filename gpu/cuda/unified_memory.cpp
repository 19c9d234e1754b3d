#include <array>

#include "gpu/cuda/cuda_driver.h"

namespace texelscope::gpu::cuda {

TEXELSCOPE_CREATE(SynchronousAllocate, MemAlloc, call.pointer, call.size_bytes)
TEXELSCOPE_FORWARD(SynchronousFree, MemFree, call.pointer)
TEXELSCOPE_CREATE(ManagedAllocate, MemAllocManaged, call.pointer, call.size_bytes,
                  static_cast<unsigned>(CU_MEM_ATTACH_GLOBAL))
TEXELSCOPE_FORWARD(ManagedPreferLocation, MemAdvise, call.pointer, call.size_bytes,
                   CU_MEM_ADVISE_SET_PREFERRED_LOCATION, call.is_on_host ? CU_DEVICE_CPU : device_)
TEXELSCOPE_FORWARD(MemoryInfo, MemGetInfo, &call.free_bytes, &call.total_bytes)

/// The plural form of the query answers for memory that the driver does not know without an error.
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
    // Pageable memory of the host, which some systems let kernels read through the host's page tables.
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
