#include "gpu/cpu/cpu_driver.h"
#include "gpu/cpu/stream/event.h"

namespace texelscope::gpu::cpu {

Status CpuDriver::perform(driver::MemoryPoolExport& call) noexcept {
  const auto pool = memory_pools_.find(call.pool);
  if (!pool || !pool->source().file || pool->source().is_imported) {
    return refusal(Status::invalid_value);
  }
  return guarded([&] {
    call.file_descriptor = pool->source().file->duplicate();
    return state();
  });
}

Status CpuDriver::perform(driver::MemoryPoolImport& call) noexcept {
  return if_working([&] {
    auto file = SharedFile::open(call.file_descriptor, SharedFile::Purpose::memory_pool);
    if (!file) {
      return Status::invalid_value;
    }
    call.pool = memory_pools_.insert(std::make_shared<PooledMemory>(
        PooledMemory::Source{.budget = &budget_, .file = std::move(file), .is_imported = true}));
    return Status::success;
  });
}

Status CpuDriver::perform(driver::MemoryPoolExportPointer& call) noexcept {
  const MemoryMap::Allocation found = memory_.around(call.pointer);
  const bool is_exported =
      found.pool && found.pool->source().file && found.block->address() == call.pointer.value &&
      found.pool->source().file->export_block(call.pointer.value, found.block->size_bytes(), call.exported);
  return refusal(is_exported ? Status::success : Status::invalid_value);
}

Status CpuDriver::perform(driver::MemoryPoolImportPointer& call) noexcept {
  const auto pool = memory_pools_.find(call.pool);
  if (!pool || !pool->source().is_imported) {
    return refusal(Status::invalid_value);
  }
  return guarded([&] {
    auto block = pool->source().file->import_block(call.exported);
    if (!block) {
      return refusal(Status::invalid_value);
    }
    call.pointer = memory_.insert({MemoryMap::Kind::device, std::move(block), nullptr});
    return state();
  });
}

Status CpuDriver::perform(driver::EventExport& call) noexcept {
  const std::shared_ptr<RecordedEvent> event = events_.find(call.event);
  if (!event || !event->file) {
    return refusal();
  }
  call.exported = event->file->export_self();
  return state();
}

Status CpuDriver::perform(driver::EventImport& call) noexcept {
  return if_working([&] {
    auto file = SharedFile::import(call.exported, SharedFile::Purpose::event);
    if (!file) {
      return Status::invalid_handle;
    }
    auto event = std::make_shared<RecordedEvent>();
    event->file = std::move(file);
    call.event = events_.insert(std::move(event));
    return Status::success;
  });
}

}  // namespace texelscope::gpu::cpu
