#pragma once

#include <cstdint>

#include "texelscope/gpu/memory/memory_resource.h"

namespace texelscope::gpu {

/// Memory of all graphs of a device in bytes (cuDeviceGetGraphMemAttribute). "High" is the maximum since the device was
/// opened.
struct GraphMemoryAttributes {
  std::uint64_t reserved_bytes = 0;
  std::uint64_t reserved_high_bytes = 0;
  std::uint64_t used_bytes = 0;
  std::uint64_t used_high_bytes = 0;
};

/// Memory of a graph: while a stream captures, an allocation becomes a node of the graph, as does closing the buffer on
/// a stream that is still capturing. If a buffer is open when the capture ends, its memory belongs to the graph, which
/// holds it from one launch to the next or until the graph is destroyed.
class GraphMemoryResource : public MemoryResource {
 public:
  /// @throws Unavailable if the device has no memory pools.
  [[nodiscard]] static GraphMemoryResource from_device(const Device& device);
  /// Current and maximum memory of the device's graphs.
  [[nodiscard]] GraphMemoryAttributes attributes() const;
  /// Returns memory that no graph uses to the system (cuDeviceGraphMemTrim).
  void trim() const;

 private:
  using MemoryResource::MemoryResource;
};

}  // namespace texelscope::gpu
