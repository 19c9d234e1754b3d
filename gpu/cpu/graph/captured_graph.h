#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "gpu/driver/calls/graph.h"
#include "texelscope/gpu/graph.h"
#include "texelscope/kernels/condition.h"

namespace texelscope::gpu::cpu {

struct CapturedGraph;

/// The condition that a conditional node reads and kernels set. Its value is in the ConditionValues of each executable.
struct Condition : kernels::HostCondition {
  std::uint32_t initial_value = 0;
  /// Whether a node reads the condition.
  bool is_used = false;
};

/// One call that was recorded.
struct GraphNode {
  GraphNodeKind kind = GraphNodeKind::empty;
  /// For DOT texts.
  std::string label{};
  /// Called once in each run. Must not throw.
  std::function<void()> work{};
  /// The earlier nodes that it waits for.
  std::vector<std::size_t> dependencies{};
  /// A property that an update must not change, such as whether a copy's sides are device memory.
  std::uint64_t fixed_parameters = 0;
  /// The objects that the work uses, so that they outlive their handles.
  std::vector<std::shared_ptr<const void>> kept{};

  // The condition of a conditional node.
  driver::ConditionalKind conditional = driver::ConditionalKind::if_else;
  std::shared_ptr<Condition> condition{};
  /// The bodies of a conditional node; the only graph of a child graph node, which nothing else refers to.
  std::vector<std::shared_ptr<CapturedGraph>> bodies{};
};

/// A recording: nodes in the order of the calls, so that no node waits for a later node.
struct CapturedGraph {
  std::vector<GraphNode> nodes;
  std::vector<std::shared_ptr<Condition>> conditions;
  /// A body is destroyed with the node it belongs to.
  bool is_body = false;
  /// Whether an executable graph of this recording exists, for recordings that allow only one executable graph at a
  /// time.
  std::atomic<bool> is_instantiated{false};
};

/// Whether nodes allocate or free memory or depend on conditions. A graph with such nodes cannot be a child of another
/// graph, and has one executable at a time (cuGraphInstantiate).
[[nodiscard]] inline bool has_single_executable(const CapturedGraph& graph) {
  return std::ranges::any_of(graph.nodes, [](const GraphNode& node) {
    return node.kind == GraphNodeKind::conditional || node.kind == GraphNodeKind::allocate ||
           node.kind == GraphNodeKind::free;
  });
}

/// In the DOT language, as the driver writes it: a cluster for each graph, a box for each node.
[[nodiscard]] std::string dot_text(const CapturedGraph& graph);

}  // namespace texelscope::gpu::cpu
