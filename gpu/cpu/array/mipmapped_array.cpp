#include "gpu/cpu/array/array_storage.h"

#include "gpu/cpu/cpu_driver.h"
#include "gpu/driver/array_rules.h"
#include "texelscope/gpu/mipmapped_array.h"

namespace texelscope::gpu::cpu {
namespace {

std::size_t aligned(std::size_t bytes) {
  return (bytes + MemoryBlock::alignment - 1) / MemoryBlock::alignment * MemoryBlock::alignment;
}

}  // namespace

MipmappedStorage::MipmappedStorage(MemoryBudget& budget, const ArrayDescriptor& descriptor, unsigned num_levels) {
  std::size_t size_bytes = 0;
  for (unsigned level = 0; level < num_levels; ++level) {
    size_bytes += aligned(level_descriptor(descriptor, level).size_bytes());
  }
  const auto block = std::make_shared<MemoryBlock>(budget, size_bytes);
  std::size_t offset_bytes = 0;
  for (unsigned level = 0; level < num_levels; ++level) {
    const ArrayDescriptor part = level_descriptor(descriptor, level);
    levels.push_back(std::make_shared<ArrayStorage>(part, block, offset_bytes));
    offset_bytes += aligned(part.size_bytes());
  }
}

Status CpuDriver::perform(driver::MipmappedArrayCreate& call) noexcept {
  return if_working([&] {
    if (!mipmapped_array_refusal(properties_, call.descriptor, call.num_levels).empty()) {
      return Status::invalid_value;
    }
    call.array =
        mipmapped_arrays_.insert(std::make_shared<MipmappedStorage>(budget_, call.descriptor, call.num_levels));
    return Status::success;
  });
}

Status CpuDriver::perform(driver::MipmappedArrayDestroy& call) noexcept {
  std::shared_ptr<MipmappedStorage> array = mipmapped_arrays_.take(call.array);
  if (!array) {
    return refusal();
  }
  end_parts(array->parts);
  streams_.keep_until_passed(array->levels.front()->block);
  return Status::success;
}

Status CpuDriver::perform(driver::MipmappedArrayGetLevel& call) noexcept {
  return if_working([&] {
    const std::shared_ptr<MipmappedStorage> array = mipmapped_arrays_.find(call.array);
    if (!array) {
      return Status::invalid_handle;
    }
    if (call.level >= array->levels.size()) {
      return Status::invalid_value;
    }
    call.level_array = hand_out(array->parts, array->levels[call.level]);
    return Status::success;
  });
}

Status CpuDriver::perform(driver::MipmappedArrayGetDescriptor& call) noexcept {
  const std::shared_ptr<MipmappedStorage> array = mipmapped_arrays_.find(call.array);
  if (!array) {
    return refusal();
  }
  call.described = array->levels.front()->descriptor;
  call.levels = static_cast<unsigned>(array->levels.size());
  return Status::success;
}

ArrayHandle CpuDriver::hand_out(ArrayParts& parts, std::shared_ptr<ArrayStorage> part) {
  const ArrayHandle handle{reinterpret_cast<std::uint64_t>(part.get())};
  const std::lock_guard lock{parts.mutex};
  if (!arrays_.find(handle)) {
    parts.handles.push_back(handle);
    arrays_.insert(handle.value, std::move(part));
  }
  return handle;
}

void CpuDriver::end_parts(ArrayParts& parts) noexcept {
  const std::lock_guard lock{parts.mutex};
  for (const ArrayHandle part : parts.handles) {
    static_cast<void>(arrays_.take(part));
  }
}

}  // namespace texelscope::gpu::cpu
