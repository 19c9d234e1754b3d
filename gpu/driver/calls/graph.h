#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "gpu/driver/calls/call.h"
#include "texelscope/gpu/graph.h"
#include "texelscope/gpu/handle.h"
#include "texelscope/gpu/memory/graph_memory_resource.h"

namespace texelscope::gpu::driver {

/// How a conditional node uses its condition. The numbers are those of CUgraphConditionalNodeType.
enum class ConditionalKind : int {
  /// Runs body 0 if the condition is not 0; otherwise body 1, if it exists.
  if_else = 0,
  /// Runs body 0 repeatedly while the condition is not 0.
  while_loop = 1,
  /// Runs the body whose number equals the condition; none if it does not exist.
  switch_case = 2,
};

[[nodiscard]] std::string_view to_string(ConditionalKind kind) noexcept;

/// The reason why an executable graph is not updated. The numbers are those of CUgraphExecUpdateResult.
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

/// As a clause: "the nodes or their dependencies differ".
[[nodiscard]] std::string_view to_string(GraphUpdateRefusal refusal) noexcept;

/// From now on, work on the stream is recorded, not executed; any thread may still make calls that no graph records
/// (CU_STREAM_CAPTURE_MODE_RELAXED).
struct CaptureBegin {
  static constexpr CallInfo info{.name = "cuStreamBeginCapture", .captures = 1};
  StreamHandle stream;
  TEXELSCOPE_ARGUMENTS(stream)
};

/// Like CaptureBegin, but records into the body of a conditional node.
struct CaptureBeginIntoGraph {
  static constexpr CallInfo info{.name = "cuStreamBeginCaptureToGraph", .captures = 1};
  StreamHandle stream;
  GraphHandle graph;
  TEXELSCOPE_ARGUMENTS(stream, graph)
};

/// The stream executes its work again, whether this succeeds or not.
struct CaptureEnd {
  static constexpr CallInfo info{
      .name = "cuStreamEndCapture", .object_kind = ObjectKind::graph, .effect = CallEffect::creates, .captures = -1};
  StreamHandle stream;
  GraphHandle graph{};  // result
  TEXELSCOPE_ARGUMENTS(stream)
  TEXELSCOPE_OBJECT(graph)
};

/// Ends a capture into a body, which belongs to its node.
struct CaptureEndIntoGraph {
  static constexpr CallInfo info{.name = "cuStreamEndCapture", .captures = -1};
  StreamHandle stream;
  TEXELSCOPE_ARGUMENTS(stream)
};

/// Ends a capture that began on the stream, if one is active, and discards its recording. An invalidated capture is not
/// a failure.
struct CaptureCancel {
  static constexpr CallInfo info{.name = "cuStreamEndCapture", .survives_failure = true, .captures = -1};
  StreamHandle stream;
  bool is_into_graph = false;
  TEXELSCOPE_ARGUMENTS(stream)
};

/// Creates a value for one conditional node of the graph that the stream is captured into. It belongs to the graph.
struct ConditionCreate {
  static constexpr CallInfo info{"cuGraphConditionalHandleCreate"};
  StreamHandle stream;
  /// The value at the start of each launch of the graph.
  std::uint32_t initial_value = 0;
  ConditionHandle condition{};  // result
  TEXELSCOPE_ARGUMENTS(stream, initial_value)
};

/// Captures a conditional node on the stream, with empty bodies to capture into.
struct ConditionalAdd {
  static constexpr CallInfo info{"cuGraphAddNode"};
  StreamHandle stream;
  ConditionalKind kind = ConditionalKind::if_else;
  ConditionHandle condition;
  unsigned body_count = 1;
  std::vector<GraphHandle> bodies{};  // result

  [[nodiscard]] Arguments arguments() const {
    return {{"stream", stream}, {"kind", kind}, {"condition", condition}, {"bodies", body_count}};
  }
};

/// The nodes directly in a graph, in a fixed order.
struct GraphNodes {
  static constexpr CallInfo info{"cuGraphGetNodes"};
  GraphHandle graph;
  std::vector<GraphNodeKind> kinds{};  // result
  TEXELSCOPE_ARGUMENTS(graph)
};

/// Records a copy of a graph as one node, after the captured stream's previous nodes.
struct ChildGraphAdd {
  static constexpr CallInfo info{"cuGraphAddNode"};
  GraphHandle child;
  StreamHandle stream;
  TEXELSCOPE_ARGUMENTS(child, stream)
};

/// Describes a graph in the DOT language.
struct GraphDebugDot {
  static constexpr CallInfo info{"cuGraphDebugDotPrint"};
  GraphHandle graph;
  std::string text{};  // result
  TEXELSCOPE_ARGUMENTS(graph)
};

struct GraphDestroy {
  static constexpr CallInfo info{"cuGraphDestroy", ObjectKind::graph, CallEffect::destroys};
  GraphHandle graph;
  TEXELSCOPE_ARGUMENTS(graph)
};

/// Memory that a launch allocated but that nothing freed is freed by the next launch (AUTO_FREE_ON_LAUNCH).
struct GraphInstantiate {
  static constexpr CallInfo info{"cuGraphInstantiateWithFlags", ObjectKind::graph_exec, CallEffect::creates};
  GraphHandle graph;
  GraphExecHandle exec{};  // result
  TEXELSCOPE_ARGUMENTS(graph)
  TEXELSCOPE_OBJECT(exec)
};

/// Running launches still complete.
struct GraphExecDestroy {
  static constexpr CallInfo info{"cuGraphExecDestroy", ObjectKind::graph_exec, CallEffect::destroys};
  GraphExecHandle exec;
  TEXELSCOPE_ARGUMENTS(exec)
};

/// Whether an executable graph is alive; it may have been created elsewhere.
struct GraphExecGetFlags {
  static constexpr CallInfo info{"cuGraphExecGetFlags"};
  GraphExecHandle exec;
  TEXELSCOPE_ARGUMENTS(exec)
};

/// Replaces the parameters of an executable graph's nodes with those of another graph, which must otherwise have the
/// same nodes; later launches use them. Changes nothing on failure (graph_exec_update_failure).
struct GraphExecUpdate {
  static constexpr CallInfo info{"cuGraphExecUpdate"};
  GraphExecHandle exec;
  GraphHandle graph;
  GraphUpdateRefusal refusal = GraphUpdateRefusal::none;  // result
  /// Result: the node of `graph` that cannot be updated, in the order of GraphNodes; none if the reason is not an
  /// individual node.
  int refused_node = -1;
  GraphNodeKind refused_kind{};  // result

  [[nodiscard]] Arguments arguments() const {
    Arguments all{{"exec", exec}, {"graph", graph}};
    if (refusal != GraphUpdateRefusal::none) {
      all.add({"reason", refusal});
      if (refused_node >= 0) {
        all.add({"node", refused_node});
        all.add({"kind", refused_kind});
      }
    }
    return all;
  }
};

/// Uploads an executable graph to the device, so that its first launch takes no longer than later launches.
struct GraphUpload {
  static constexpr CallInfo info{"cuGraphUpload"};
  GraphExecHandle exec;
  StreamHandle stream;
  TEXELSCOPE_ARGUMENTS(exec, stream)
};

/// Launches an executable graph in the order of the stream, and after its earlier launches. Fails for a stream that is
/// being captured, even on CUDA devices (use ChildGraphAdd).
struct GraphLaunch {
  static constexpr CallInfo info{.name = "cuGraphLaunch", .kind = WorkKind::launch};
  GraphExecHandle exec;
  StreamHandle stream;
  TEXELSCOPE_ARGUMENTS(exec, stream)
};

/// A node of the graph that the stream captures; the memory belongs to the graph, so it does not count as a live
/// object.
struct GraphMemoryAllocate {
  static constexpr CallInfo info{.name = "cuMemAllocAsync", .kind = WorkKind::memory};
  std::size_t size_bytes = 0;
  StreamHandle stream;
  DevicePointer pointer{};  // result
  TEXELSCOPE_ARGUMENTS(size_bytes, stream)
};

/// The node that frees the memory of an allocation node.
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
