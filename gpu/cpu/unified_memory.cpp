#include <algorithm>
#include <utility>

#include "gpu/cpu/cpu_driver.h"

namespace texelscope::gpu::cpu {
namespace {

template <class Word>
void fill_words(WorkerPool& pool, DevicePointer destination, Word value, std::size_t count) {
  auto* const words = reinterpret_cast<Word*>(destination.value);
  constexpr std::size_t least_part = (std::size_t{256} << 10) / sizeof(Word);
  if (count < 4 * least_part) {
    std::fill_n(words, count, value);
    return;
  }
  pool.for_ranges(static_cast<std::int64_t>(count), static_cast<std::int64_t>(least_part),
                  [&](std::int64_t first, std::int64_t end) { std::fill(words + first, words + end, value); });
}

}  // namespace

template <class Call>
Status CpuDriver::fill(const Call& call) noexcept {
  if (const Status status = state(); status != Status::success) {
    return status;
  }
  if (!streams_.find(call.stream)) {
    return Status::invalid_handle;
  }
  if (call.count == 0) {
    return Status::success;
  }
  constexpr std::size_t word_bytes = sizeof(call.value);
  if (call.destination.value % word_bytes != 0 || call.count > SIZE_MAX / word_bytes ||
      memory_.place(call.destination, call.count * word_bytes, MemoryAccess::read_write) != MemoryMap::Place::inside) {
    return Status::invalid_value;
  }
  return schedule(
      call.stream,
      [this, destination = call.destination, value = call.value, count = call.count] {
        fill_words(*pool_, destination, value, count);
      },
      [&] { return describe_transfer(GraphNodeKind::fill, call.destination, {}, call.count * word_bytes); });
}

Status CpuDriver::perform(driver::MemoryFill16& call) noexcept { return fill(call); }

Status CpuDriver::perform(driver::MemoryFill32& call) noexcept { return fill(call); }

Status CpuDriver::perform(driver::SynchronousAllocate& call) noexcept {
  const Status status = state();
  return status == Status::success ? allocate(MemoryMap::Kind::synchronous, call.size_bytes, call.pointer) : status;
}

Status CpuDriver::perform(driver::SynchronousFree& call) noexcept {
  std::shared_ptr<MemoryBlock> block = memory_.take(MemoryMap::Kind::synchronous, call.pointer).block;
  if (!block) {
    block = memory_.take(MemoryMap::Kind::managed, call.pointer).block;
  }
  if (!block) {
    return refusal(Status::invalid_value);
  }
  return guarded([&] {
    streams_.wait();
    return Status::success;
  });
}

/// All memory of this device moves nowhere: host and device are one.
Status CpuDriver::perform(driver::ManagedAllocate& call) noexcept {
  const Status status = state();
  return status == Status::success ? allocate(MemoryMap::Kind::managed, call.size_bytes, call.pointer) : status;
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
