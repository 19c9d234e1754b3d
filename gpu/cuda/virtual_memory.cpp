#include "gpu/cuda/cuda_driver.h"

namespace texelscope::gpu::cuda {
namespace {

CUmemAllocationProp memory_of(CUdevice device) noexcept {
  CUmemAllocationProp properties{};
  properties.type = CU_MEM_ALLOCATION_TYPE_PINNED;
  properties.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
  properties.location.id = device;
  return properties;
}

CUmemAccess_flags protection_of(MemoryAccess access) noexcept {
  return access == MemoryAccess::none        ? CU_MEM_ACCESS_FLAGS_PROT_NONE
         : access == MemoryAccess::read_only ? CU_MEM_ACCESS_FLAGS_PROT_READ
                                             : CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
}

}  // namespace

TEXELSCOPE_CREATE(AddressReserve, MemAddressReserve, call.pointer, call.size_bytes, call.alignment, call.wanted, 0ULL)
TEXELSCOPE_FORWARD(AddressFree, MemAddressFree, call.pointer, call.size_bytes)

Status CudaDriver::perform(driver::PhysicalMemoryCreate& call) noexcept {
  const CUmemAllocationProp properties = memory_of(device_);
  return create(cu_.MemCreate, call.memory, call.size_bytes, &properties, 0ULL);
}

TEXELSCOPE_FORWARD(PhysicalMemoryRelease, MemRelease, call.memory)
TEXELSCOPE_FORWARD(PhysicalMemoryMap, MemMap, call.pointer, call.size_bytes, std::size_t{0}, call.memory, 0ULL)
TEXELSCOPE_FORWARD(PhysicalMemoryUnmap, MemUnmap, call.pointer, call.size_bytes)

Status CudaDriver::perform(driver::MemorySetAccess& call) noexcept {
  CUmemAccessDesc access{};
  access.location = memory_of(device_).location;
  access.flags = protection_of(call.access);
  return this->call(cu_.MemSetAccess, call.pointer, call.size_bytes, &access, std::size_t{1});
}

Status CudaDriver::perform(driver::MemoryGranularity& call) noexcept {
  const CUmemAllocationProp properties = memory_of(device_);
  return this->call(cu_.MemGetAllocationGranularity, &call.granularity_bytes, &properties,
                    call.is_recommended ? CU_MEM_ALLOC_GRANULARITY_RECOMMENDED : CU_MEM_ALLOC_GRANULARITY_MINIMUM);
}

}  // namespace texelscope::gpu::cuda
