#include "gpu/cpu/cpu_driver.h"

namespace texelscope::gpu::cpu {

Status CpuDriver::allocate_from(const std::shared_ptr<PooledMemory>& pool, std::size_t size_bytes, StreamHandle stream,
                                DevicePointer& pointer) noexcept {
  return if_working([&] {
    if (!streams_.find(stream)) {
      return Status::invalid_handle;
    }
    if (!pool || size_bytes == 0 || pool->source().is_imported) {
      return Status::invalid_value;
    }
    auto block = pool->allocate(size_bytes, stream);
    try {
      pointer = memory_.insert({MemoryMap::Kind::device, block, pool});
    } catch (...) {
      pool->pass(pool->take_back(*block, stream));
      throw;
    }
    return Status::success;
  });
}

template <class Use>
Status CpuDriver::with_pool(MemoryPoolHandle handle, Use&& use) noexcept {
  const auto pool = memory_pools_.find(handle);
  if (!pool) {
    return refusal(Status::invalid_value);
  }
  use(*pool);
  return state();
}

Status CpuDriver::perform(driver::MemoryPoolCreate& call) noexcept {
  return if_working([&] {
    if (call.is_on_host && call.is_interprocess) {
      return Status::invalid_value;
    }
    call.pool = memory_pools_.insert(std::make_shared<PooledMemory>(PooledMemory::Source{
        .budget = &budget_,
        .max_size_bytes = call.max_size_bytes,
        .is_on_host = call.is_on_host,
        .file = call.is_interprocess ? SharedFile::create(SharedFile::Purpose::memory_pool) : nullptr}));
    return Status::success;
  });
}

Status CpuDriver::perform(driver::MemoryPoolDestroy& call) noexcept {
  // The device's own pool is not destroyed, as the driver documents.
  if (call.pool.value == reinterpret_cast<std::uint64_t>(default_pool_.get())) {
    return Status::invalid_value;
  }
  return memory_pools_.take(call.pool) ? Status::success : refusal(Status::invalid_value);
}

Status CpuDriver::perform(driver::MemoryPoolOfDevice& call) noexcept {
  call.pool.value = reinterpret_cast<std::uint64_t>(default_pool_.get());
  return state();
}

Status CpuDriver::perform(driver::MemoryPoolSetReleaseThreshold& call) noexcept {
  return with_pool(call.pool, [&](PooledMemory& pool) { pool.set_release_threshold(call.release_threshold_bytes); });
}

Status CpuDriver::perform(driver::MemoryPoolQuery& call) noexcept {
  return with_pool(call.pool, [&](PooledMemory& pool) { call.attributes = pool.attributes(); });
}

Status CpuDriver::perform(driver::MemoryPoolTrim& call) noexcept {
  return with_pool(call.pool, [&](PooledMemory& pool) { pool.trim(call.min_bytes_to_keep); });
}

Status CpuDriver::perform(driver::MemoryPoolSetAccess& call) noexcept {
  if (!memory_pools_.find(call.pool)) {
    return refusal(Status::invalid_value);
  }
  if (call.ordinal != 0) {
    return refusal(Status::invalid_device);
  }
  // A device can always access its own memory.
  return refusal(call.has_access ? Status::success : Status::invalid_value);
}

Status CpuDriver::perform(driver::MemoryPoolAllocate& call) noexcept {
  return allocate_from(memory_pools_.find(call.pool), call.size_bytes, call.stream, call.pointer);
}

}  // namespace texelscope::gpu::cpu
