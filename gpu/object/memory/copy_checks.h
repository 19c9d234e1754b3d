#pragma once

#include <cstddef>
#include <cstdint>

#include "gpu/object/checks.h"
#include "gpu/object/memory/buffer_box.h"
#include "texelscope/gpu/buffer.h"

namespace texelscope::gpu {

[[nodiscard]] inline DevicePointer host_address(const void* address) {
  return {reinterpret_cast<std::uintptr_t>(address)};
}

/// @throws InvalidArgument if the destination is smaller than the source.
inline void require_room(const DeviceBox& device, std::size_t source_bytes, std::size_t destination_bytes) {
  if (source_bytes > destination_bytes) [[unlikely]] {
    throw_on<InvalidArgument>(
        device, "the source has {} bytes, but the destination only {}: use a destination of at least the source's size",
        source_bytes, destination_bytes);
  }
}

/// Checks that work may access the memory as needed: kernels and copies that violate the access destroy the context.
void require_access(const BufferBox& box, MemoryAccess needed);

/// The device of the stream, which must be the device of one of the buffers. @throws InvalidArgument for a CPU and a
/// CUDA device.
[[nodiscard]] DeviceBox& device_of_copy(const BufferBox& destination, const BufferBox& source, const Stream& stream);

/// Whether a copy is between the memories of two devices, for which the driver has a separate call.
[[nodiscard]] inline bool is_between_devices(const BufferBox& destination, const BufferBox& source) {
  return destination.place() && source.place() && destination.place() != source.place();
}

/// A range of a buffer in bytes from its start, with both numbers known.
struct CheckedRange {
  std::size_t offset_bytes = 0;
  std::size_t size_bytes = 0;
};

/// Whether the bytes of a range are read or moved, or only written.
enum class RangeUse : unsigned char { read, write };

/// @throws InvalidArgument for a range that exceeds the buffer.
[[nodiscard]] CheckedRange require_inside(const BufferBox& box, ByteRange range, RangeUse use);

}  // namespace texelscope::gpu
