#pragma once

#include <string_view>

namespace texelscope::gpu::driver {

/// What a conditional node does with its condition. The numbers are those of CUgraphConditionalNodeType.
enum class ConditionalKind : int {
  /// Runs body 0 when it is not 0; else body 1, where there is one.
  if_else = 0,
  /// Runs body 0 again and again while it is not 0.
  while_loop = 1,
  /// Runs the body of that number; none when there is no such body.
  switch_case = 2,
};

[[nodiscard]] std::string_view to_string(ConditionalKind kind) noexcept;

/// Why an executable graph is not updated. The numbers are those of CUgraphExecUpdateResult.
enum class GraphUpdateRefusal : int {
  none = 0,
  error = 1,
  topology_changed = 2,
  node_kind_changed = 3,
  function_changed = 4,
  parameters_changed = 5,
  not_supported = 6,
  unsupported_function_change = 7,
  attributes_changed = 8,
};

/// As a clause: "the nodes or their order are others".
[[nodiscard]] std::string_view to_string(GraphUpdateRefusal refusal) noexcept;

}  // namespace texelscope::gpu::driver
