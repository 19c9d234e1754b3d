#include "python/src/viewed_memory.h"

#include <cstddef>
#include <cstdint>

#include "python/src/arguments.h"

namespace texelscope::python {
namespace {

gpu::Dimensions copy_of(const std::int64_t* values, std::int32_t count) {
  gpu::Dimensions dimensions;
  dimensions.set_size(static_cast<std::size_t>(count));
  for (std::size_t axis = 0; axis < dimensions.size(); ++axis) {
    dimensions[axis] = values[axis];
    // Otherwise the compiler calls memcpy, which takes longer for a few numbers.
    asm volatile("");
  }
  return dimensions;
}

}  // namespace

ViewedMemory ViewedMemory::copied(const gpu::TensorMetadata& tensor) {
  ViewedMemory memory{tensor, tensor.memory()};
  auto& unread = std::get<Unread>(memory.state_);
  unread.has_copies = true;
  unread.shape = copy_of(tensor.shape, tensor.ndim);
  unread.strides = copy_of(tensor.strides, tensor.ndim);
  return memory;
}

const gpu::StridedMemoryView& ViewedMemory::read() const {
  const auto& unread = std::get<Unread>(state_);
  gpu::TensorMetadata metadata = unread.metadata;
  if (unread.has_copies) {
    metadata.shape = unread.shape.begin();
    metadata.strides = unread.strides.begin();
  }
  // The view is complete before it replaces its source.
  gpu::StridedMemoryView view = shared([&] { return metadata.view(unread.memory.owner); });
  return state_.emplace<gpu::StridedMemoryView>(std::move(view));
}

gpu::DevicePointer ViewedMemory::pointer() const {
  const auto* const unread = std::get_if<Unread>(&state_);
  return unread != nullptr ? unread->memory.pointer : view().pointer();
}

gpu::DeviceId ViewedMemory::device_id() const {
  const auto* const unread = std::get_if<Unread>(&state_);
  return unread != nullptr ? unread->memory.device_id : view().device_id();
}

bool ViewedMemory::is_host_accessible() const {
  const auto* const unread = std::get_if<Unread>(&state_);
  return unread != nullptr ? unread->memory.is_host_accessible : view().is_host_accessible();
}

bool ViewedMemory::is_device_accessible() const {
  const auto* const unread = std::get_if<Unread>(&state_);
  return unread != nullptr ? unread->memory.is_device_accessible : view().is_device_accessible();
}

bool ViewedMemory::is_read_only() const {
  const auto* const unread = std::get_if<Unread>(&state_);
  return unread != nullptr ? unread->memory.is_read_only : view().is_read_only();
}

}  // namespace texelscope::python
