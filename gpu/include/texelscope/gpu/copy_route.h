#pragma once

#include <string_view>

#include "texelscope/gpu/copy_plan.h"
#include "texelscope/gpu/device.h"
#include "texelscope/gpu/strided_memory_view.h"

namespace texelscope::gpu {

/// How a copy between two memories goes. Shares are of a contiguous page-locked copy, measured on an H200.
enum class CopyRoute : unsigned char {
  /// The device carries the plan out on both memories, where they are; across the bus too, for runs of 64 bytes and
  /// more
  /// on the host's side (0.8–0.95).
  direct,
  /// The copy engine moves rows at pitches, in one call (1.0 for rows from 256 bytes on, 0.8 at 64).
  pitched,
  /// The host's side is one run: it moves as such to or from memory of the device, which packs or unpacks it there,
  /// part
  /// by part (0.95).
  packed_on_device,
  /// The host packs or unpacks through page-locked buffers, part by part, while the device moves the part before: for
  /// pageable memory, and for items that lie apart in the host's memory.
  packed_on_host,
  /// The device reaches neither side: the host waits for the stream, then copies by all its threads.
  within_host,
};
/// The enumerator's name.
[[nodiscard]] std::string_view to_string(CopyRoute route) noexcept;

/// What a route does, in a line for people.
[[nodiscard]] std::string_view description(CopyRoute route) noexcept;

/// What kind of memory, as a device with memory of its own sees it.
enum class MemorySpace : unsigned char { device, page_locked, pageable };

/// The route on a device with memory of its own, as for addresses that are multiples of 16.
[[nodiscard]] CopyRoute route_of(const CopyPlan& plan, MemorySpace source, MemorySpace destination);

/// The route that destination.copy_from(source) takes on a stream of `device`.
/// @throws InvalidArgument as StridedMemoryView::copy_from().
[[nodiscard]] CopyRoute route_of(const StridedMemoryView& source, const StridedMemoryView& destination,
                                 const Device& device);

}  // namespace texelscope::gpu
