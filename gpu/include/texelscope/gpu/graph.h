#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "texelscope/gpu/device.h"
#include "texelscope/gpu/handle.h"
#include "texelscope/gpu/handle_owner.h"
#include "texelscope/gpu/stream.h"

namespace texelscope::gpu {

class GraphBox;
class GraphBuilder;

/// The operation of a graph node. The numbers are those of CUgraphNodeType (CUDA driver API).
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

/// Recorded work, ready to be launched as a whole (CUgraphExec); created by GraphBuilder::complete. A cheap reference
/// that keeps its device alive. It does not keep the objects used by its nodes alive, as it only knows their handles
/// and addresses: arrays, textures, surfaces, buffers and host memory must outlive its last launch. (The CPU device
/// keeps alive the objects that it can identify, so that a mistake does not crash the program there.)
class Graph {
 public:
  /// A graph created elsewhere (CUgraph, cudaGraph_t), instantiated here. The library owns the executable graph;
  /// `owner` refers to the graph itself, which must exist for as long as this object does.
  /// @throws InvalidArgument for null, or for a destroyed graph that the driver detects (cuGraphGetNodes; measured on
  /// an H100: not always, and then it may crash); DriverError if it cannot be instantiated.
  [[nodiscard]] static Graph from_handle(const Device& device, GraphHandle handle, const HandleOwner& owner = {});
  /// A graph instantiated elsewhere (CUgraphExec, cudaGraphExec_t). The driver reports nothing about its nodes:
  /// node_kinds(), debug_dot() and a launch on a GraphBuilder are Unavailable. @throws InvalidArgument for null, or a
  /// destroyed graph (cuGraphExecGetFlags).
  [[nodiscard]] static Graph from_handle(const Device& device, GraphExecHandle handle, const HandleOwner& owner = {});

  /// Schedules the work in stream order and after earlier launches of this graph, which run one at a time. Conditions
  /// start with their initial values. On a GraphBuilder, a copy of this graph becomes a node of the recorded graph.
  /// @throws InvalidState when closed; InvalidArgument for a stream of a different device; DriverError (not_supported)
  /// on a GraphBuilder if this graph allocates or frees memory or has conditional nodes.
  void launch(const Stream& stream) const;
  /// Uploads the graph to the device ahead of its first launch (cuGraphUpload). @throws like launch().
  void upload(const Stream& stream) const;

  /// Replaces the parameters of the nodes (addresses, sizes, kernels with their arguments) with those of another
  /// recording, for later launches. The recording must have the same nodes with the same dependencies, copies between
  /// the same kinds of memory, and the same conditional nodes (cuGraphExecUpdate).
  /// @throws DriverError (graph_exec_update_failure) with the reason and the node; this graph is unchanged.
  /// @throws InvalidState if either is closed or `recording` has not ended.
  void update(const GraphBuilder& recording) const;

  /// The operations of the nodes, in a stable order; those of conditional bodies are not included.
  [[nodiscard]] std::vector<GraphNodeKind> node_kinds() const;
  /// The graph in the DOT language, for Graphviz (cuGraphDebugDotPrint).
  [[nodiscard]] std::string debug_dot() const;

  /// @throws InvalidState when closed or moved from.
  [[nodiscard]] GraphExecHandle handle() const;
  [[nodiscard]] Device device() const;
  [[nodiscard]] bool is_closed() const noexcept { return box_ == nullptr; }
  /// Drops this reference; launched work still completes. Closing again has no effect.
  void close() noexcept { box_.reset(); }

  explicit Graph(std::shared_ptr<GraphBox> box) : box_{std::move(box)} {}

 private:
  std::shared_ptr<GraphBox> box_;
};

}  // namespace texelscope::gpu
