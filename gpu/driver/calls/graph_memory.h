#pragma once

#include <cstddef>

#include "gpu/driver/calls/call.h"
#include "texelscope/gpu/graph_memory_resource.h"
#include "texelscope/gpu/handle.h"

namespace texelscope::gpu::driver {

/// A node of the graph that the stream captures; the memory is the graph's, so it counts as no live object.
struct GraphMemoryAllocate {
  static constexpr CallInfo info{.name = "cuMemAllocAsync", .kind = WorkKind::memory};
  std::size_t size_bytes = 0;
  StreamHandle stream;
  DevicePointer pointer{};  // result
  TEXELSCOPE_ARGUMENTS(size_bytes, stream)
};

/// The node that gives the memory of an allocation node back to the graph.
struct GraphMemoryFree {
  static constexpr CallInfo info{.name = "cuMemFreeAsync", .kind = WorkKind::memory};
  DevicePointer pointer;
  StreamHandle stream;
  TEXELSCOPE_ARGUMENTS(pointer, stream)
};

struct GraphMemoryQuery {
  static constexpr CallInfo info{"cuDeviceGetGraphMemAttribute"};
  GraphMemoryAttributes attributes{};  // result
  TEXELSCOPE_ARGUMENTS()
};

struct GraphMemoryTrim {
  static constexpr CallInfo info{"cuDeviceGraphMemTrim"};
  TEXELSCOPE_ARGUMENTS()
};

}  // namespace texelscope::gpu::driver
