#include "gpu/cpu/cpu_driver.h"
#include "gpu/driver/array_rules.h"

namespace texelscope::gpu::cpu {
namespace {

/// Whether `rows` rows of `row_bytes`, the first at `offset_bytes`, are inside a block.
bool are_rows_inside(const MemoryBlock& block, std::size_t offset_bytes, std::uint64_t rows, std::size_t pitch_bytes,
                     std::size_t row_bytes) {
  std::size_t end = 0;
  return row_bytes <= pitch_bytes && !__builtin_mul_overflow(rows - 1, pitch_bytes, &end) &&
         !__builtin_add_overflow(end, row_bytes, &end) && !__builtin_add_overflow(end, offset_bytes, &end) &&
         end <= block.size_bytes();
}

}  // namespace

Status CpuDriver::perform(driver::ExternalMemoryImport& call) noexcept {
  return if_working([&] {
    if (call.file_descriptor >= 0) {
      return Status::not_supported;
    }
    if (!call.host_memory || call.size_bytes == 0) {
      return Status::invalid_value;
    }
    call.memory = external_memories_.insert(std::make_shared<MemoryBlock>(
        reinterpret_cast<std::byte*>(call.host_memory.value), call.size_bytes, call.owner));
    return Status::success;
  });
}

Status CpuDriver::perform(driver::ExternalMemoryDestroy& call) noexcept {
  // Its mappings keep the memory alive, and streams keep the mappings until the work that uses them has completed.
  return external_memories_.take(call.memory) ? Status::success : refusal();
}

Status CpuDriver::perform(driver::ExternalMemoryMappedBuffer& call) noexcept {
  return if_working([&] {
    const std::shared_ptr<MemoryBlock> memory = external_memories_.find(call.memory);
    if (!memory) {
      return Status::invalid_handle;
    }
    if (call.size_bytes == 0 || !are_rows_inside(*memory, call.offset_bytes, 1, call.size_bytes, call.size_bytes)) {
      return Status::invalid_value;
    }
    call.pointer =
        memory_.insert({MemoryMap::Kind::external,
                        std::make_shared<MemoryBlock>(memory->bytes() + call.offset_bytes, call.size_bytes, memory)});
    return Status::success;
  });
}

/// Only the other API knows the layout of its images.
Status CpuDriver::perform(driver::ExternalMemoryMappedMipmappedArray&) noexcept { return Status::not_supported; }

Status CpuDriver::perform(driver::ExternalMemoryMappedArray& call) noexcept {
  return if_working([&] {
    std::shared_ptr<MemoryBlock> memory = external_memories_.find(call.memory);
    if (!memory) {
      return Status::invalid_handle;
    }
    const ArrayDescriptor& descriptor = call.descriptor;
    const std::size_t texel_bytes = descriptor.element_size();
    if (descriptor.kind != ArrayKind::plain || descriptor.shape.rank() != 2 ||
        !array_refusal(properties_, descriptor).empty() || descriptor.encoding > TexelEncoding::normalized ||
        !are_rows_inside(*memory, call.offset_bytes, descriptor.shape.height(), call.row_pitch_bytes,
                         descriptor.shape.width() * texel_bytes) ||
        (memory->address() + call.offset_bytes) % texel_bytes != 0 || call.row_pitch_bytes % texel_bytes != 0) {
      return Status::invalid_value;
    }
    auto array = std::make_shared<ArrayStorage>(descriptor, std::move(memory), call.offset_bytes, call.row_pitch_bytes);
    array->is_part = false;
    call.array = arrays_.insert(std::move(array));
    return Status::success;
  });
}

}  // namespace texelscope::gpu::cpu
