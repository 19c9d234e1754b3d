#pragma once

#include <string_view>

#include "texelscope/gpu/copy_plan.h"
#include "texelscope/gpu/device.h"
#include "texelscope/gpu/strided_memory_view.h"

namespace texelscope::gpu {

/// The route of a copy between two memories. Ratios are relative to a contiguous pinned copy, measured on an H200.
enum class CopyRoute : unsigned char {
  /// The device executes the plan directly on both memories, even across the bus for runs of at least 64 bytes on the
  /// host side (0.8–0.95).
  direct,
  /// The copy engine moves pitched rows in one call (1.0 for rows of at least 256 bytes, 0.8 at 64).
  pitched,
  /// The host side is contiguous: it moves unchanged to or from device memory, where the device packs or unpacks it in
  /// chunks (0.95).
  packed_on_device,
  /// The host packs or unpacks one chunk through pinned buffers while the device moves the previous one: for pageable
  /// memory, and for items that are scattered in host memory.
  packed_on_host,
  /// The device can access neither side: the host waits for the stream, then copies with all of its threads.
  within_host,
};
/// The enumerator's name.
[[nodiscard]] std::string_view to_string(CopyRoute route) noexcept;

/// One-line description of a route for users.
[[nodiscard]] std::string_view description(CopyRoute route) noexcept;

/// The kind of memory as seen by a device with its own memory.
enum class MemorySpace : unsigned char { device, page_locked, pageable };

/// The route on a device with its own memory, for addresses that are multiples of 16.
[[nodiscard]] CopyRoute route_of(const CopyPlan& plan, MemorySpace source, MemorySpace destination);

/// The route that destination.copy_from(source) takes on a stream of `device`.
/// @throws InvalidArgument like StridedMemoryView::copy_from().
[[nodiscard]] CopyRoute route_of(const StridedMemoryView& source, const StridedMemoryView& destination,
                                 const Device& device);

}  // namespace texelscope::gpu
