#include "texelscope/gpu/tensor_metadata.h"

#include <fmt/format.h>

#include <cstring>
#include <utility>

#include "gpu/view/dlpack_types.h"
#include "texelscope/gpu/dlpack_abi.h"
#include "texelscope/gpu/error.h"

namespace texelscope::gpu {
namespace {

/// In pairs, as they are copied again: a load that spans two stores waits for both.
Dimensions dimensions_of(const std::int64_t* values, std::size_t count) {
  Dimensions dimensions;
  dimensions.set_size(count);
  std::size_t axis = 0;
  for (; axis + 2 <= count; axis += 2) {
    std::memcpy(dimensions.begin() + axis, values + axis, 2 * sizeof(std::int64_t));
    // Else the compiler makes one string instruction of the loop, which takes longer than all the rest.
    asm volatile("");
  }
  if (axis < count) {
    dimensions[axis] = values[axis];
  }
  return dimensions;
}

StridedLayout layout_of(const TensorMetadata& tensor, std::int64_t itemsize) {
  if (tensor.ndim < 0 || static_cast<std::size_t>(tensor.ndim) > max_dimensions) {
    throw InvalidArgument(
        fmt::format("tensor of another library: it has {} axes: take 0 to {}", tensor.ndim, max_dimensions));
  }
  const auto ndim = static_cast<std::size_t>(tensor.ndim);
  if (ndim > 0 && tensor.shape == nullptr) {
    throw InvalidArgument(fmt::format("tensor of another library: it has {} axes and no shape", ndim));
  }
  const Dimensions shape = dimensions_of(tensor.shape, ndim);
  try {
    return tensor.strides == nullptr ? StridedLayout(shape, itemsize)
                                     : StridedLayout(shape, dimensions_of(tensor.strides, ndim), itemsize);
  } catch (const InvalidArgument& error) {
    throw InvalidArgument(fmt::format("tensor of another library: {}", error.what()));
  }
}

ForeignMemory memory_of(const TensorMetadata& tensor) {
  ForeignMemory memory{.pointer = tensor.pointer, .is_read_only = tensor.is_read_only};
  switch (tensor.device.type) {
    case dlpack::cpu:
      return memory;
    case dlpack::cuda:
    case dlpack::cuda_host:
    case dlpack::cuda_managed:
      if (tensor.device.id < 0) {
        throw InvalidArgument(fmt::format("tensor of another library: CUDA has no device {}", tensor.device.id));
      }
      memory.device_id = {DeviceKind::cuda, tensor.device.id};
      memory.is_host_accessible = tensor.device.type != dlpack::cuda;
      return memory;
    default:
      throw Unavailable(
          fmt::format("tensor of another library: it lies on a device of type {}: copy it to the host or a CUDA device "
                      "first",
                      tensor.device.type));
  }
}

}  // namespace

ElementType TensorMetadata::element_type() const { return dlpack::element_type(type, are_elements_padded); }

StridedLayout TensorMetadata::layout() const { return layout_of(*this, element_type().itemsize()); }

StridedMemoryView TensorMetadata::view(std::shared_ptr<const void> owner) const {
  const ElementType element = element_type();
  ForeignMemory memory = memory_of(*this);
  memory.owner = std::move(owner);
  return StridedMemoryView::from_external(std::move(memory), layout_of(*this, element.itemsize()), element);
}

}  // namespace texelscope::gpu
