#include <vector>

#include "gpu/cpu/array/copy_box.h"
#include "gpu/cpu/cpu_driver.h"

namespace texelscope::gpu::cpu {
namespace {

std::byte* address_of(DevicePointer pointer) { return reinterpret_cast<std::byte*>(pointer.value); }

/// Freed memory that previously scheduled work may still use. When this object is destroyed, the pool may reuse the
/// memory for any stream, or return it to the system.
struct WayBack {
  WayBack() = default;
  ~WayBack() {
    block.reset();
    if (pool) {
      pool->pass(freed);
    }
  }
  WayBack(const WayBack&) = delete;
  WayBack& operator=(const WayBack&) = delete;

  std::shared_ptr<PooledMemory> pool;
  std::shared_ptr<MemoryBlock> block;
  PooledMemory::Freed freed;
};

}  // namespace

Status CpuDriver::allocate(MemoryMap::Kind kind, std::size_t size_bytes, DevicePointer& pointer) noexcept {
  return if_working([&] {
    if (size_bytes == 0) {
      return Status::invalid_value;
    }
    pointer = memory_.insert({kind, std::make_shared<MemoryBlock>(budget_, size_bytes)});
    return Status::success;
  });
}

Status CpuDriver::perform(driver::MemoryAllocate& call) noexcept {
  if (state() == Status::success && captures_.is_capturing(call.stream)) {
    return record_allocation(call);
  }
  return allocate_from(default_pool_, call.size_bytes, call.stream, call.pointer);
}

Status CpuDriver::perform(driver::MemoryFree& call) noexcept {
  if (!streams_.find(call.stream)) {
    return refusal();
  }
  if (captures_.is_capturing(call.stream)) {
    return record_free(call);
  }
  return guarded([&] {
    const auto way_back = std::make_shared<WayBack>();
    MemoryMap::Allocation allocation = memory_.take(MemoryMap::Kind::device, call.pointer);
    if (!allocation.block) {
      allocation = memory_.take(MemoryMap::Kind::graph, call.pointer);
    }
    if (!allocation.block) {
      return refusal(Status::invalid_value);
    }
    way_back->pool = std::move(allocation.pool);
    if (way_back->pool) {
      way_back->freed = way_back->pool->take_back(*allocation.block, call.stream);
    }
    way_back->block = std::move(allocation.block);
    // The empty work item only keeps the memory alive; destroying the work item releases it.
    if (schedule_always(call.stream, [way_back] {}) != Status::success) {
      streams_.keep_until_passed(way_back);
    }
    return Status::success;
  });
}

Status CpuDriver::perform(driver::HostAllocate& call) noexcept {
  return allocate(MemoryMap::Kind::host, call.size_bytes, call.pointer);
}

Status CpuDriver::perform(driver::HostFree& call) noexcept {
  return keep_until_passed(memory_.take(MemoryMap::Kind::host, call.pointer).block, Status::invalid_value);
}

Status CpuDriver::perform(driver::MemoryCopy& call) noexcept {
  if (const Status status = state_for(call.stream); status != Status::success) {
    return status;
  }
  if (call.size_bytes == 0) {
    return Status::success;
  }
  if (!can_copy(call.destination, call.source, call.size_bytes)) {
    return Status::invalid_value;
  }
  return schedule(
      call.stream,
      [this, destination = address_of(call.destination), source = address_of(call.source),
       size_bytes = call.size_bytes] { copy_bytes(*pool_, destination, source, size_bytes); },
      [&] { return describe_transfer(GraphNodeKind::copy, call.destination, call.source, call.size_bytes); });
}

bool CpuDriver::can_copy(DevicePointer destination, DevicePointer source, std::size_t size_bytes) const {
  // Memory that is not the device's is treated as pageable host memory, of unknown size.
  return destination && source &&
         memory_.place(destination, size_bytes, MemoryAccess::read_write) != MemoryMap::Place::beyond_end &&
         memory_.place(source, size_bytes) != MemoryMap::Place::beyond_end;
}

Status CpuDriver::perform(driver::MemoryCopyBatch& call) noexcept {
  if (const Status status = captures_.refuse(call.stream); status != Status::success) {
    return Status::stream_capture_unsupported;
  }
  if (const Status status = state_for(call.stream); status != Status::success) {
    return status;
  }
  for (std::size_t i = 0; i < call.copies.size(); ++i) {
    const driver::MemoryCopyPart& copy = call.copies[i];
    if (!can_copy(copy.destination, copy.source, copy.size_bytes)) {
      call.failed_copy = i;
      return Status::invalid_value;
    }
  }
  return guarded([&] {
    std::vector<driver::MemoryCopyPart> copies(call.copies.begin(), call.copies.end());
    return schedule(
        call.stream,
        [this, copies = std::move(copies)] {
          for (const driver::MemoryCopyPart& copy : copies) {
            copy_bytes(*pool_, address_of(copy.destination), address_of(copy.source), copy.size_bytes);
          }
        },
        [] { return GraphNode{}; });
  });
}

template <class Word>
Status CpuDriver::fill(const driver::FillWords<Word>& call) noexcept {
  if (const Status status = state_for(call.stream); status != Status::success) {
    return status;
  }
  if (call.count == 0) {
    return Status::success;
  }
  if (call.destination.value % sizeof(Word) != 0 || call.count > SIZE_MAX / sizeof(Word) ||
      memory_.place(call.destination, call.count * sizeof(Word), MemoryAccess::read_write) !=
          MemoryMap::Place::inside) {
    return Status::invalid_value;
  }
  return schedule(
      call.stream,
      [this, destination = reinterpret_cast<Word*>(call.destination.value), value = call.value, count = call.count] {
        fill_words(*pool_, destination, value, count);
      },
      [&] { return describe_transfer(GraphNodeKind::fill, call.destination, {}, call.count * sizeof(Word)); });
}

Status CpuDriver::perform(driver::MemoryCopyPeer& call) noexcept {
  driver::MemoryCopy copy{call.destination, call.source, call.size_bytes, call.stream};
  return perform(copy);
}

Status CpuDriver::perform(driver::MemoryFill& call) noexcept { return fill(call); }

Status CpuDriver::perform(driver::MemoryFill16& call) noexcept { return fill(call); }

Status CpuDriver::perform(driver::MemoryFill32& call) noexcept { return fill(call); }

}  // namespace texelscope::gpu::cpu
