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

Status CudaDriver::perform(driver::AddressReserve& call) noexcept {
  CUdeviceptr pointer = 0;
  const Status status = this->call(cu_.MemAddressReserve, &pointer, call.size_bytes, call.alignment,
                                   static_cast<CUdeviceptr>(call.wanted.value), 0ULL);
  call.pointer.value = pointer;
  return status == Status::success && pointer == 0 ? Status::unknown : status;
}

Status CudaDriver::perform(driver::AddressFree& call) noexcept {
  return this->call(cu_.MemAddressFree, static_cast<CUdeviceptr>(call.pointer.value), call.size_bytes);
}

Status CudaDriver::perform(driver::PhysicalMemoryCreate& call) noexcept {
  const CUmemAllocationProp properties = memory_of(device_);
  CUmemGenericAllocationHandle memory = 0;
  const Status status = this->call(cu_.MemCreate, &memory, call.size_bytes, &properties, 0ULL);
  call.memory.value = memory;
  return status == Status::success && memory == 0 ? Status::unknown : status;
}

Status CudaDriver::perform(driver::PhysicalMemoryRelease& call) noexcept {
  return this->call(cu_.MemRelease, static_cast<CUmemGenericAllocationHandle>(call.memory.value));
}

Status CudaDriver::perform(driver::PhysicalMemoryMap& call) noexcept {
  return this->call(cu_.MemMap, static_cast<CUdeviceptr>(call.pointer.value), call.size_bytes, std::size_t{0},
                    static_cast<CUmemGenericAllocationHandle>(call.memory.value), 0ULL);
}

Status CudaDriver::perform(driver::PhysicalMemoryUnmap& call) noexcept {
  return this->call(cu_.MemUnmap, static_cast<CUdeviceptr>(call.pointer.value), call.size_bytes);
}

Status CudaDriver::perform(driver::MemorySetAccess& call) noexcept {
  CUmemAccessDesc access{};
  access.location = memory_of(device_).location;
  access.flags = protection_of(call.access);
  return this->call(cu_.MemSetAccess, static_cast<CUdeviceptr>(call.pointer.value), call.size_bytes, &access,
                    std::size_t{1});
}

Status CudaDriver::perform(driver::MemoryGranularity& call) noexcept {
  const CUmemAllocationProp properties = memory_of(device_);
  return this->call(cu_.MemGetAllocationGranularity, &call.granularity_bytes, &properties,
                    call.is_recommended ? CU_MEM_ALLOC_GRANULARITY_RECOMMENDED : CU_MEM_ALLOC_GRANULARITY_MINIMUM);
}

}  // namespace texelscope::gpu::cuda
