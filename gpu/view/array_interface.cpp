#include "texelscope/gpu/array_interface.h"

#include <fmt/format.h>

#include <bit>
#include <utility>

#include "texelscope/gpu/element_type.h"
#include "texelscope/gpu/error.h"

namespace texelscope::gpu {
namespace {

StridedMemoryView view_of(const ArrayInterface& array, ForeignMemory memory, std::shared_ptr<const void> owner) {
  const NumpyType type = numpy_type_from_string(array.typestr);
  if (type.byte_order != std::endian::native) {
    throw InvalidArgument(fmt::format(
        "array interface: the byte order of type '{}' is not this machine's: convert the array first", array.typestr));
  }
  const std::int64_t itemsize = type.type.itemsize();
  memory.pointer = {array.address};
  memory.is_read_only = array.is_read_only;
  memory.owner = std::move(owner);
  return StridedMemoryView::from_external(std::move(memory),
                                          array.strides
                                              ? StridedLayout(array.shape, *array.strides, itemsize, StrideUnit::bytes)
                                              : StridedLayout(array.shape, itemsize),
                                          type.type);
}

void require_version(const ArrayInterface& array, std::int64_t least) {
  if (array.version < least) {
    throw Unavailable(
        fmt::format("array interface: unsupported version {}; use version {} or later", array.version, least));
  }
}

}  // namespace

StridedMemoryView from_array_interface(const ArrayInterface& array, std::shared_ptr<const void> owner) {
  require_version(array, 3);
  return view_of(array, {}, std::move(owner));
}

StridedMemoryView from_cuda_array_interface(const ArrayInterface& array, std::int32_t device,
                                            std::shared_ptr<const void> owner) {
  require_version(array, 2);
  static_cast<void>(producer_stream(array));
  return view_of(array, {.device_id = {DeviceKind::cuda, device}, .is_host_accessible = false}, std::move(owner));
}

std::optional<ForeignStream> producer_stream(const ArrayInterface& array) {
  if (!array.stream || array.version < 3) {
    return std::nullopt;
  }
  if (*array.stream == 0) {
    throw InvalidArgument(
        "CUDA array interface: its stream is 0, which the protocol forbids: 1 is the legacy default stream, 2 the "
        "per-thread default stream");
  }
  return ForeignStream{*array.stream};
}

}  // namespace texelscope::gpu
