#pragma once

#include <string_view>

namespace texelscope::gpu {

/// What a node of a graph does. The numbers are those of CUgraphNodeType (CUDA driver API).
enum class GraphNodeKind : int {
  kernel = 0,
  /// A copy of memory or of an array's texels.
  copy = 1,
  fill = 2,
  host = 3,
  child_graph = 4,
  /// Only dependencies.
  empty = 5,
  wait_event = 6,
  record_event = 7,
  signal_semaphore = 8,
  wait_semaphore = 9,
  allocate = 10,
  free = 11,
  batch_memory = 12,
  conditional = 13,
};

/// "kernel", "copy", …; "unknown" for a number that is not listed.
[[nodiscard]] std::string_view to_string(GraphNodeKind kind) noexcept;

}  // namespace texelscope::gpu
