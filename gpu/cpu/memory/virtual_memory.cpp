#include "gpu/cpu/cpu_driver.h"

namespace texelscope::gpu::cpu {

Status CpuDriver::perform(driver::AddressReserve& call) noexcept {
  return if_working([&] { return addresses_.reserve(call.size_bytes, call.alignment, call.wanted, call.pointer); });
}

Status CpuDriver::perform(driver::AddressFree& call) noexcept {
  return guarded([&] { return addresses_.free(call.pointer, call.size_bytes); });
}

Status CpuDriver::perform(driver::PhysicalMemoryCreate& call) noexcept {
  return if_working([&] {
    if (call.size_bytes == 0 || call.size_bytes % AddressSpace::page_bytes() != 0) {
      return Status::invalid_value;
    }
    call.memory = physical_memory_.insert(std::make_shared<PhysicalMemory>(budget_, call.size_bytes));
    return Status::success;
  });
}

Status CpuDriver::perform(driver::PhysicalMemoryRelease& call) noexcept {
  return physical_memory_.take(call.memory) ? Status::success : refusal(Status::invalid_value);
}

Status CpuDriver::perform(driver::PhysicalMemoryMap& call) noexcept {
  return if_working([&] { return addresses_.map(call.pointer, call.size_bytes, physical_memory_.find(call.memory)); });
}

Status CpuDriver::perform(driver::PhysicalMemoryUnmap& call) noexcept {
  return guarded([&] {
    // Work that still used the pages would crash the process.
    static_cast<void>(streams_.wait());
    return addresses_.unmap(call.pointer, call.size_bytes);
  });
}

Status CpuDriver::perform(driver::MemorySetAccess& call) noexcept {
  return if_working([&] {
    if (memory_.around(call.pointer).access != MemoryAccess::none) {
      // Work that may still use the pages finishes first.
      static_cast<void>(streams_.wait());
    }
    return addresses_.set_access(call.pointer, call.size_bytes, call.access);
  });
}

Status CpuDriver::perform(driver::MemoryGranularity& call) noexcept {
  constexpr std::size_t huge_page_bytes = std::size_t{2} << 20;
  call.granularity_bytes = call.is_recommended ? huge_page_bytes : AddressSpace::page_bytes();
  return state();
}

}  // namespace texelscope::gpu::cpu
