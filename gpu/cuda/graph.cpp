#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <new>
#include <vector>

#include "gpu/cuda/cuda_driver.h"
#include "gpu/files/temporary_folder.h"

namespace texelscope::gpu::cuda {

namespace {

/// @throws std::bad_alloc.
Status list_nodes(const DriverFunctions& cu, CUgraph graph, std::vector<CUgraphNode>& nodes) {
  std::size_t count = 0;
  Status status = to_status(cu.GraphGetNodes(graph, nullptr, &count));
  nodes.resize(count);
  if (status == Status::success && count > 0) {
    status = to_status(cu.GraphGetNodes(graph, nodes.data(), &count));
  }
  return status;
}

GraphNodeKind kind_of(const DriverFunctions& cu, CUgraphNode node) noexcept {
  CUgraphNodeType type = CU_GRAPH_NODE_TYPE_EMPTY;
  return cu.GraphNodeGetType(node, &type) == CUDA_SUCCESS ? static_cast<GraphNodeKind>(type) : GraphNodeKind::empty;
}

}  // namespace

Status CudaDriver::perform(driver::GraphExecGetFlags& call) noexcept {
  cuuint64_t flags = 0;
  return this->call(cu_.GraphExecGetFlags, call.exec, &flags);
}

Status CudaDriver::perform(driver::GraphNodes& call) noexcept {
  try {
    std::vector<CUgraphNode> nodes;
    const Status status = list_nodes(cu_, native<CUgraph>(call.graph), nodes);
    call.kinds.clear();
    for (const CUgraphNode node : nodes) {
      call.kinds.push_back(kind_of(cu_, node));
    }
    return status;
  } catch (...) {
    return Status::out_of_memory;
  }
}

Status CudaDriver::perform(driver::GraphDebugDot& call) noexcept {
  try {
    // The driver writes to files only.
    const TemporaryFolder folder;
    const std::filesystem::path path = folder.path() / "graph.dot";
    const Status status = this->call(cu_.GraphDebugDotPrint, call.graph, path.c_str(), 0U);
    if (status == Status::success) {
      std::ifstream stream(path);
      call.text.assign(std::istreambuf_iterator<char>(stream), {});
    }
    return status;
  } catch (const std::bad_alloc&) {
    return Status::out_of_memory;
  } catch (...) {
    return Status::operating_system;
  }
}

TEXELSCOPE_FORWARD(GraphDestroy, GraphDestroy, call.graph)

Status CudaDriver::perform(driver::GraphInstantiate& call) noexcept {
  constexpr unsigned long long flags = CUDA_GRAPH_INSTANTIATE_FLAG_AUTO_FREE_ON_LAUNCH;
  return create(cu_.GraphInstantiateWithFlags, call.exec, call.graph, flags);
}

TEXELSCOPE_FORWARD(GraphExecDestroy, GraphExecDestroy, call.exec)

Status CudaDriver::perform(driver::GraphExecUpdate& call) noexcept {
  CUgraphExecUpdateResultInfo info{};
  const auto graph = native<CUgraph>(call.graph);
  const Status status = this->call(cu_.GraphExecUpdate, call.exec, graph, &info);
  if (status != Status::success) {
    call.refusal = static_cast<driver::GraphUpdateRefusal>(info.result);
  }
  if (status == Status::success || info.errorNode == nullptr) {
    return status;
  }
  try {
    std::vector<CUgraphNode> nodes;
    if (list_nodes(cu_, graph, nodes) == Status::success) {
      // The nodes of a conditional's body are not in the list.
      const auto found = std::ranges::find(nodes, info.errorNode);
      call.refused_node = found == nodes.end() ? -1 : static_cast<int>(found - nodes.begin());
      call.refused_kind = kind_of(cu_, info.errorNode);
    }
  } catch (...) {
    // Out of memory: only the reason is reported, without the node.
  }
  return status;
}

TEXELSCOPE_FORWARD(GraphUpload, GraphUpload, call.exec, call.stream)
TEXELSCOPE_FORWARD(GraphLaunch, GraphLaunch, call.exec, call.stream)

}  // namespace texelscope::gpu::cuda
