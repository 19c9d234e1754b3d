#include <utility>

#include "gpu/cuda/cuda_driver.h"

namespace texelscope::gpu::cuda {
namespace {

CUmemAccessDesc access_of(int ordinal, CUmemAccess_flags flags) noexcept {
  CUmemAccessDesc access{};
  access.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
  access.location.id = ordinal;
  access.flags = flags;
  return access;
}

}  // namespace

Status CudaDriver::perform(driver::MemoryPoolCreate& call) noexcept {
  CUmemPoolProps properties{};
  properties.allocType = CU_MEM_ALLOCATION_TYPE_PINNED;
  properties.handleTypes = call.is_interprocess ? CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR : CU_MEM_HANDLE_TYPE_NONE;
  properties.location.type = call.is_on_host ? CU_MEM_LOCATION_TYPE_HOST : CU_MEM_LOCATION_TYPE_DEVICE;
  properties.location.id = call.is_on_host ? 0 : device_;
  properties.maxSize = call.max_size_bytes;
  Status status = create(cu_.MemPoolCreate, call.pool, &properties);
  if (status == Status::success && call.is_on_host) {
    // Initially, only the host can access host memory.
    const CUmemAccessDesc access = access_of(device_, CU_MEM_ACCESS_FLAGS_PROT_READWRITE);
    status = this->call(cu_.MemPoolSetAccess, call.pool, &access, std::size_t{1});
    if (status != Status::success) {
      this->call(cu_.MemPoolDestroy, call.pool);
      call.pool = {};
    }
  }
  return status;
}

TEXELSCOPE_FORWARD(MemoryPoolDestroy, MemPoolDestroy, call.pool)

Status CudaDriver::perform(driver::MemoryPoolOfDevice& call) noexcept {
  return create(call.which == driver::DevicePool::current ? cu_.DeviceGetMemPool : cu_.DeviceGetDefaultMemPool,
                call.pool, device_);
}

Status CudaDriver::perform(driver::MemoryPoolSetReleaseThreshold& call) noexcept {
  cuuint64_t bytes = call.release_threshold_bytes;
  return this->call(cu_.MemPoolSetAttribute, call.pool, CU_MEMPOOL_ATTR_RELEASE_THRESHOLD, static_cast<void*>(&bytes));
}

Status CudaDriver::perform(driver::MemoryPoolQuery& call) noexcept {
  MemoryPoolAttributes& attributes = call.attributes;
  const std::pair<CUmemPool_attribute, std::uint64_t*> wanted[] = {
      {CU_MEMPOOL_ATTR_RELEASE_THRESHOLD, &attributes.release_threshold_bytes},
      {CU_MEMPOOL_ATTR_RESERVED_MEM_CURRENT, &attributes.reserved_bytes},
      {CU_MEMPOOL_ATTR_RESERVED_MEM_HIGH, &attributes.reserved_high_bytes},
      {CU_MEMPOOL_ATTR_USED_MEM_CURRENT, &attributes.used_bytes},
      {CU_MEMPOOL_ATTR_USED_MEM_HIGH, &attributes.used_high_bytes}};
  Status status = Status::success;
  for (const auto& [which, bytes] : wanted) {
    status = status == Status::success
                 ? this->call(cu_.MemPoolGetAttribute, call.pool, which, static_cast<void*>(bytes))
                 : status;
  }
  return status;
}

TEXELSCOPE_FORWARD(MemoryPoolTrim, MemPoolTrimTo, call.pool, call.min_bytes_to_keep)

Status CudaDriver::perform(driver::MemoryPoolSetAccess& call) noexcept {
  const CUmemAccessDesc access =
      access_of(call.ordinal, call.has_access ? CU_MEM_ACCESS_FLAGS_PROT_READWRITE : CU_MEM_ACCESS_FLAGS_PROT_NONE);
  return this->call(cu_.MemPoolSetAccess, call.pool, &access, std::size_t{1});
}

TEXELSCOPE_CREATE(MemoryPoolAllocate, MemAllocFromPoolAsync, call.pointer, call.size_bytes, call.pool, call.stream)

}  // namespace texelscope::gpu::cuda
