#pragma once

#include <cstddef>

#include "gpu/driver/calls/call.h"
#include "texelscope/gpu/graph_memory_resource.h"
#include "texelscope/gpu/handle.h"

namespace texelscope::gpu::driver {

/// A node of the graph that the stream captures; the memory is the graph's, so it counts as no live object.
struct GraphMemoryAllocate {
  static constexpr CallInfo info{"cuMemAllocAsync"};
  std::size_t size_bytes = 0;
  StreamHandle stream;
  DevicePointer pointer{};  // result

  template <class Visitor>
  void visit(Visitor&& visitor) const {
    visitor("size_bytes", size_bytes);
    visitor("stream", stream);
  }
};

/// The node that gives the memory of an allocation node back to the graph.
struct GraphMemoryFree {
  static constexpr CallInfo info{"cuMemFreeAsync"};
  DevicePointer pointer;
  StreamHandle stream;

  template <class Visitor>
  void visit(Visitor&& visitor) const {
    visitor("pointer", pointer);
    visitor("stream", stream);
  }
};

struct GraphMemoryQuery {
  static constexpr CallInfo info{"cuDeviceGetGraphMemAttribute"};
  GraphMemoryAttributes attributes{};  // result

  template <class Visitor>
  void visit(Visitor&&) const {}
};

struct GraphMemoryTrim {
  static constexpr CallInfo info{"cuDeviceGraphMemTrim"};

  template <class Visitor>
  void visit(Visitor&&) const {}
};

}  // namespace texelscope::gpu::driver
