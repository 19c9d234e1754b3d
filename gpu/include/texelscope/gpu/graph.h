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

/// Recorded work, ready to be launched as a whole (CUgraphExec); GraphBuilder::complete makes one. A cheap reference
/// that keeps its device alive. It does not keep alive what its nodes use, as their handles and addresses are all it
/// knows of it: arrays, textures, surfaces, buffers and host memory must live until its last launch is done. (The CPU
/// device keeps what it can see, so that a mistake costs no crash there.)
class Graph {
 public:
  /// A graph that others made (CUgraph, cudaGraph_t), made executable here. The library instantiates it and destroys
  /// that; `owner` is for the graph itself, which must stay as long as this one.
  /// @throws InvalidArgument for null, or one that is destroyed; DriverError when it cannot be instantiated.
  [[nodiscard]] static Graph from_handle(const Device& device, GraphHandle handle, const HandleOwner& owner = {});
  /// One that others made executable (CUgraphExec, cudaGraphExec_t). Of its nodes the driver tells nothing:
  /// node_kinds(), debug_dot() and a launch on a GraphBuilder are Unavailable. @throws InvalidArgument for null, or one
  /// that is destroyed (cuGraphExecGetFlags).
  [[nodiscard]] static Graph from_handle(const Device& device, GraphExecHandle handle, const HandleOwner& owner = {});

  /// Schedules the work, in the order of `stream` and after earlier launches of this graph, which run one at a time.
  /// Conditions begin with their initial values. On a GraphBuilder a copy of it becomes a node of that graph.
  /// @throws InvalidState when closed; InvalidArgument for a stream of another device; DriverError (not_supported) on a
  /// GraphBuilder where it allocates or frees memory or has conditional nodes.
  void launch(const Stream& stream) const;
  /// Brings the graph to the device ahead of its first launch (cuGraphUpload). @throws as launch().
  void upload(const Stream& stream) const;

  /// Gives the nodes the parameters (addresses, sizes, kernels with their arguments) of another recording, for later
  /// launches. The recording must have the same nodes with the same dependencies, copies between the same kinds of
  /// memory, and the same conditional nodes (cuGraphExecUpdate).
  /// @throws DriverError (graph_exec_update_failure) that tells the reason and the node; this graph is as before.
  /// @throws InvalidState when either is closed or `recording` has not ended.
  void update(const GraphBuilder& recording) const;

  /// What the nodes do, in an order that stays the same; those of conditional bodies are not among them.
  [[nodiscard]] std::vector<GraphNodeKind> node_kinds() const;
  /// The graph in the DOT language, for Graphviz (cuGraphDebugDotPrint).
  [[nodiscard]] std::string debug_dot() const;

  /// @throws InvalidState when closed or moved from.
  [[nodiscard]] GraphExecHandle handle() const;
  [[nodiscard]] Device device() const;
  [[nodiscard]] bool is_closed() const noexcept { return box_ == nullptr; }
  /// Drops this reference; what was launched still runs to its end. Closing again is nothing.
  void close() noexcept { box_.reset(); }

  explicit Graph(std::shared_ptr<GraphBox> box) : box_{std::move(box)} {}

 private:
  std::shared_ptr<GraphBox> box_;
};

}  // namespace texelscope::gpu
