#include <fmt/format.h>

#include <algorithm>

#include "gpu/cpu/cpu_driver.h"
#include "gpu/cpu/graph/graph_program.h"

namespace texelscope::gpu::cpu {
namespace {

struct Refusal {
  driver::GraphUpdateRefusal reason = driver::GraphUpdateRefusal::none;
  int node = -1;
};

/// The reason why the nodes of `next` cannot replace those of `graph`.
Refusal compare(const CapturedGraph& graph, const CapturedGraph& next) {
  using driver::GraphUpdateRefusal;
  if (graph.nodes.size() != next.nodes.size()) {
    return {GraphUpdateRefusal::topology_changed, -1};
  }
  for (std::size_t index = 0; index < graph.nodes.size(); ++index) {
    const GraphNode& node = graph.nodes[index];
    const GraphNode& other = next.nodes[index];
    const int number = static_cast<int>(index);
    if (node.kind != other.kind) {
      return {GraphUpdateRefusal::node_kind_changed, number};
    }
    if (node.dependencies != other.dependencies) {
      return {GraphUpdateRefusal::topology_changed, number};
    }
    if (node.fixed_parameters != other.fixed_parameters) {
      return {GraphUpdateRefusal::parameters_changed, number};
    }
    for (std::size_t body = 0; body < node.bodies.size(); ++body) {
      if (const Refusal refusal = compare(*node.bodies[body], *other.bodies[body]);
          refusal.reason != GraphUpdateRefusal::none) {
        return {refusal.reason, number};
      }
    }
  }
  return {};
}

}  // namespace

GraphHost CpuDriver::graph_host() {
  return {[this] { return state() == Status::success; }, [this] { fail(); }};
}

void CpuDriver::forget_bodies(const CapturedGraph& graph) {
  for (const GraphNode& node : graph.nodes) {
    for (const auto& body : node.bodies) {
      forget_bodies(*body);
      static_cast<void>(graphs_.take(GraphHandle{reinterpret_cast<std::uint64_t>(body.get())}));
    }
  }
}

Status CpuDriver::perform(driver::GraphNodes& call) noexcept {
  const std::shared_ptr<CapturedGraph> graph = graphs_.find(call.graph);
  if (!graph) {
    return refusal();
  }
  return guarded([&] {
    call.kinds.clear();
    for (const GraphNode& node : graph->nodes) {
      call.kinds.push_back(node.kind);
    }
    return Status::success;
  });
}

Status CpuDriver::perform(driver::GraphDebugDot& call) noexcept {
  const std::shared_ptr<CapturedGraph> graph = graphs_.find(call.graph);
  if (!graph) {
    return refusal();
  }
  return guarded([&] {
    call.text = dot_text(*graph);
    return Status::success;
  });
}

Status CpuDriver::perform(driver::GraphDestroy& call) noexcept {
  const std::shared_ptr<CapturedGraph> graph = graphs_.find(call.graph);
  if (!graph || graph->is_body || !graphs_.take(call.graph)) {
    return refusal(graph ? Status::invalid_value : Status::invalid_handle);
  }
  return guarded([&] {
    forget_bodies(*graph);
    return Status::success;
  });
}

Status CpuDriver::perform(driver::GraphInstantiate& call) noexcept {
  return if_working([&] {
    const std::shared_ptr<CapturedGraph> graph = graphs_.find(call.graph);
    if (!graph) {
      return Status::invalid_handle;
    }
    const auto is_unused = [](const auto& condition) { return !condition->is_used; };
    if (graph->is_body || std::ranges::any_of(graph->conditions, is_unused)) {
      return Status::invalid_value;
    }
    auto exec = std::make_shared<ExecutableGraph>();
    if (has_single_executable(*graph)) {
      if (graph->is_instantiated.exchange(true)) {
        return Status::not_supported;
      }
      exec->instantiated = graph;
    }
    exec->program = std::make_shared<GraphProgram>(*graph, graph_host());
    exec->graph = graph;
    call.exec = graph_execs_.insert(std::move(exec));
    return Status::success;
  });
}

Status CpuDriver::perform(driver::GraphExecDestroy& call) noexcept {
  return graph_execs_.take(call.exec) ? Status::success : refusal();
}

Status CpuDriver::perform(driver::GraphExecGetFlags& call) noexcept {
  return graph_execs_.find(call.exec) ? Status::success : refusal();
}

Status CpuDriver::perform(driver::GraphExecUpdate& call) noexcept {
  return if_working([&] {
    const std::shared_ptr<ExecutableGraph> exec = graph_execs_.find(call.exec);
    const std::shared_ptr<CapturedGraph> graph = graphs_.find(call.graph);
    if (!exec || !graph) {
      return Status::invalid_handle;
    }
    auto program = std::make_shared<GraphProgram>(*graph, graph_host());
    const std::lock_guard lock{exec->mutex};
    const Refusal refused = compare(*exec->graph, *graph);
    if (refused.reason != driver::GraphUpdateRefusal::none) {
      call.refusal = refused.reason;
      call.refused_node = refused.node;
      call.refused_kind =
          refused.node < 0 ? GraphNodeKind{} : graph->nodes[static_cast<std::size_t>(refused.node)].kind;
      return Status::graph_exec_update_failure;
    }
    exec->program = std::move(program);
    exec->graph = graph;
    return Status::success;
  });
}

Status CpuDriver::perform(driver::GraphUpload& call) noexcept {
  if (const Status status = state(); status != Status::success) {
    return status;
  }
  if (!graph_execs_.find(call.exec) || !streams_.find(call.stream)) {
    return Status::invalid_handle;
  }
  return captures_.refuse(call.stream);
}

Status CpuDriver::perform(driver::GraphLaunch& call) noexcept {
  return if_working([&] {
    const std::shared_ptr<ExecutableGraph> exec = graph_execs_.find(call.exec);
    const std::shared_ptr<WorkQueue> queue = streams_.find(call.stream);
    if (!exec || !queue) {
      return Status::invalid_handle;
    }
    if (const Status status = captures_.refuse(call.stream); status != Status::success) {
      return status;
    }
    if (queue->status() != Status::success) {
      return queue->status();
    }
    const std::lock_guard lock{exec->mutex};
    auto end = std::make_shared<EventPoint>();
    // The graph is also retained: its nodes keep alive the memory and arrays that the program uses.
    const Status status = schedule_always(call.stream, [this, before = exec->last_launch, graph = exec->graph,
                                                        program = exec->program, end, stream = queue.get()] {
      if (before) {
        static_cast<void>(before->wait());
      }
      if (refusal(stream->status()) == Status::success) {
        try {
          program->launch();
        } catch (...) {
          fail();
        }
      }
      end->reach();
    });
    if (status == Status::success) {
      exec->last_launch = std::move(end);
    }
    return status;
  });
}

}  // namespace texelscope::gpu::cpu
