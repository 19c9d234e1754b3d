#pragma once

#include <string_view>

#include "texelscope/gpu/device.h"

namespace texelscope::gpu {

/// Current or desired location of memory pages (CUmemLocation).
struct MemoryLocation {
  enum class Kind : unsigned char {
    device,             ///< A device.
    host,               ///< The host, on any of its NUMA nodes.
    host_numa,          ///< One NUMA node of the host (CUDA 12.2).
    host_numa_current,  ///< The node nearest to the calling thread (CUDA 12.2).
  };
  Kind kind = Kind::host;
  int id = 0;  ///< The ordinal of a device, or the number of a NUMA node; otherwise unused.

  /// @throws InvalidState when the device is closed.
  [[nodiscard]] static MemoryLocation of(const Device& device) { return {Kind::device, device.id().ordinal}; }
};

[[nodiscard]] std::string_view to_string(MemoryLocation::Kind kind) noexcept;

/// The expected use of managed memory (cuMemAdvise). The values form pairs, each of which reverts the other.
enum class MemoryAdvice : unsigned char {
  set_read_mostly,           ///< Reads create copies of pages, writes discard them.
  unset_read_mostly,         ///< No copies.
  set_preferred_location,    ///< Pages stay at a location if possible.
  unset_preferred_location,  ///< Pages migrate to where they are used.
  set_accessed_by,           ///< A device or the host always has the pages mapped.
  unset_accessed_by,         ///< The device or the host maps the pages only on use.
};

[[nodiscard]] std::string_view to_string(MemoryAdvice advice) noexcept;

}  // namespace texelscope::gpu
