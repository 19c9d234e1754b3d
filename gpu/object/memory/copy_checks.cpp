#include "gpu/object/memory/copy_checks.h"

#include <fmt/format.h>

namespace texelscope::gpu {

void require_access(const BufferBox& box, MemoryAccess needed) {
  if (box.resource() != nullptr && box.access() < needed) [[unlikely]] {
    throw_on<InvalidArgument>(*box.device(),
                              "the access to this buffer of {} bytes is \"{}\", but \"{}\" is needed: call "
                              "VirtualMemoryResource::set_access first",
                              box.size_bytes(), to_string(box.access()), to_string(needed));
  }
}

DeviceBox& device_of_copy(const BufferBox& destination, const BufferBox& source, const Stream& stream) {
  DeviceBox& device = *destination.device();
  DeviceBox& other = *source.device();
  if (&device != &other) {
    if (device.id().kind != other.id().kind) {
      throw InvalidArgument(
          fmt::format("cannot copy a buffer of {} directly to a buffer of {}: copy it through host memory",
                      other.name(), device.name()));
    }
    if (require_open(stream.box(), "stream").device().get() == &other) {
      return other;
    }
  }
  return device;
}

CheckedRange require_inside(const BufferBox& box, ByteRange range, RangeUse use) {
  // Memory of unknown size accepts writes of any size; reads and moves need a known end.
  const bool needs_end = range.size_bytes == ByteRange::rest && use == RangeUse::read;
  const std::size_t all = needs_end ? box.known_size() : box.size_bytes();
  if (range.offset_bytes > all ||
      (range.size_bytes != ByteRange::rest && range.size_bytes > all - range.offset_bytes)) {
    throw_on<InvalidArgument>(
        *box.device(), "a range of {} bytes at offset {} exceeds the buffer of {} bytes: use a range inside it",
        range.size_bytes == ByteRange::rest ? "all" : std::to_string(range.size_bytes), range.offset_bytes, all);
  }
  return {range.offset_bytes, range.size_bytes == ByteRange::rest ? all - range.offset_bytes : range.size_bytes};
}

}  // namespace texelscope::gpu
