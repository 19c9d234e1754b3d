#pragma once

#include <cstdint>

#include "texelscope/gpu/memory_resource.h"

namespace texelscope::gpu {

/// Memory of all graphs of a device, in bytes (cuDeviceGetGraphMemAttribute). "High" is the most since the device was
/// opened.
struct GraphMemoryAttributes {
  std::uint64_t reserved_bytes = 0;
  std::uint64_t reserved_high_bytes = 0;
  std::uint64_t used_bytes = 0;
  std::uint64_t used_high_bytes = 0;
};

/// Memory of a graph: while a stream captures, an allocation becomes a node of the graph, and so does closing the
/// buffer on a stream that still captures. A buffer that is open when the capture ends leaves its memory to the graph,
/// which has it from a launch to the next or to its end.
class GraphMemoryResource : public MemoryResource {
 public:
  /// @throws Unavailable when the device has no memory pools.
  [[nodiscard]] static GraphMemoryResource from_device(const Device& device);
  /// What the graphs of the device have now, and had at most.
  [[nodiscard]] GraphMemoryAttributes attributes() const;
  /// Gives memory that no graph uses back to the system (cuDeviceGraphMemTrim).
  void trim() const;

 private:
  using MemoryResource::MemoryResource;
};

}  // namespace texelscope::gpu
