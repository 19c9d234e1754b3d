#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "gpu/cpu/array/bound_texels.h"
#include "gpu/cpu/cpu_driver.h"
#include "gpu/cpu/graph/condition_values.h"
#include "gpu/driver/describe.h"

namespace texelscope::gpu::cpu {
namespace {

/// Memory of a graph: at a fixed address for as long as the graph or one of its launches exists.
class GraphMemory {
 public:
  /// @throws std::bad_alloc.
  GraphMemory(MemoryMap& map, std::shared_ptr<PooledMemory> pool, std::size_t size_bytes, StreamHandle stream)
      : map_{map}, pool_{std::move(pool)}, block_{pool_->allocate(size_bytes, stream)} {
    try {
      pointer_ = map_.insert({MemoryMap::Kind::graph, block_});
    } catch (...) {
      release();
      throw;
    }
  }
  ~GraphMemory() {
    static_cast<void>(map_.take(MemoryMap::Kind::graph, pointer_));
    release();
  }
  GraphMemory(const GraphMemory&) = delete;
  GraphMemory& operator=(const GraphMemory&) = delete;

  [[nodiscard]] DevicePointer pointer() const noexcept { return pointer_; }
  /// The memory is live again after it was freed outside the graph. @throws std::bad_alloc.
  void allocate() {
    if (map_.place(pointer_, 1) == MemoryMap::Place::elsewhere) {
      static_cast<void>(map_.insert({MemoryMap::Kind::graph, block_}));
    }
  }

 private:
  void release() noexcept { pool_->pass(pool_->take_back(*block_, {})); }

  MemoryMap& map_;
  std::shared_ptr<PooledMemory> pool_;
  std::shared_ptr<MemoryBlock> block_;
  DevicePointer pointer_;
};

ConditionHandle handle_of(const kernels::HostCondition& condition) {
  return {reinterpret_cast<std::uint64_t>(&condition)};
}

}  // namespace

Status CpuDriver::perform(driver::CaptureBegin& call) noexcept {
  return if_working([&] {
    if (!call.stream) {
      return Status::stream_capture_unsupported;
    }
    return streams_.find(call.stream) ? captures_.begin(call.stream, std::make_shared<CapturedGraph>())
                                      : Status::invalid_handle;
  });
}

Status CpuDriver::perform(driver::CaptureBeginIntoGraph& call) noexcept {
  return if_working([&] {
    if (!call.stream) {
      return Status::stream_capture_unsupported;
    }
    std::shared_ptr<CapturedGraph> graph = graphs_.find(call.graph);
    return graph && streams_.find(call.stream) ? captures_.begin(call.stream, std::move(graph))
                                               : Status::invalid_handle;
  });
}

Status CpuDriver::perform(driver::CaptureEnd& call) noexcept {
  return guarded([&] {
    std::shared_ptr<CapturedGraph> graph;
    const Status status = captures_.end(call.stream, graph);
    if (status == Status::success) {
      call.graph = graphs_.insert(std::move(graph));
    }
    return status == Status::invalid_value ? refusal(status) : status;
  });
}

Status CpuDriver::perform(driver::CaptureEndIntoGraph& call) noexcept {
  return guarded([&] {
    std::shared_ptr<CapturedGraph> graph;
    const Status status = captures_.end(call.stream, graph);
    return status == Status::invalid_value ? refusal(status) : status;
  });
}

Status CpuDriver::perform(driver::CaptureCancel& call) noexcept {
  const std::shared_ptr<CapturedGraph> graph = captures_.graph_of(call.stream);
  captures_.cancel(call.stream);
  return guarded([&] {
    if (graph && !call.is_into_graph) {
      forget_bodies(*graph);
    }
    return Status::success;
  });
}

Status CpuDriver::perform(driver::ConditionCreate& call) noexcept {
  return if_working([&] {
    const std::shared_ptr<CapturedGraph> graph = captures_.graph_of(call.stream);
    if (!graph) {
      return Status::invalid_value;
    }
    auto condition = std::make_shared<Condition>(Condition{{&ConditionValues::set_current}, call.initial_value});
    call.condition = handle_of(*condition);
    graph->conditions.push_back(std::move(condition));
    return Status::success;
  });
}

Status CpuDriver::perform(driver::ConditionalAdd& call) noexcept {
  return if_working([&] {
    const std::shared_ptr<CapturedGraph> graph = captures_.graph_of(call.stream);
    const bool is_loop = call.kind == driver::ConditionalKind::while_loop;
    const bool is_if = call.kind == driver::ConditionalKind::if_else;
    if (!graph || call.body_count < 1 || (is_loop && call.body_count > 1) || (is_if && call.body_count > 2)) {
      return Status::invalid_value;
    }
    const auto condition = std::ranges::find_if(
        graph->conditions, [&](const auto& candidate) { return handle_of(*candidate) == call.condition; });
    if (condition == graph->conditions.end() || (*condition)->is_used) {
      return Status::invalid_value;
    }
    GraphNode node{.kind = GraphNodeKind::conditional,
                   .label = fmt::format("{} {}", to_string(call.kind), driver::describe(call.condition)),
                   .fixed_parameters = static_cast<std::uint64_t>(call.kind) << 32U | call.body_count,
                   .kept = {},
                   .conditional = call.kind,
                   .condition = *condition};
    for (unsigned index = 0; index < call.body_count; ++index) {
      auto body = std::make_shared<CapturedGraph>();
      body->is_body = true;
      call.bodies.push_back(graphs_.insert(body));
      node.bodies.push_back(std::move(body));
    }
    const std::optional<Status> recorded = captures_.record(call.stream, [&] { return std::move(node); });
    const Status status = recorded.value_or(Status::invalid_value);
    if (status == Status::success) {
      (*condition)->is_used = true;
      return status;
    }
    for (const GraphHandle body : call.bodies) {
      static_cast<void>(graphs_.take(body));
    }
    return status;
  });
}

Status CpuDriver::perform(driver::ChildGraphAdd& call) noexcept {
  return if_working([&] {
    const std::shared_ptr<CapturedGraph> child = graphs_.find(call.child);
    if (!child || !captures_.is_capturing(call.stream)) {
      return child ? Status::invalid_value : Status::invalid_handle;
    }
    if (has_single_executable(*child)) {
      return Status::not_supported;
    }
    // A copy, as with cuGraphAddChildGraphNode: nodes that are added to the child later are not part of the node.
    auto copy = std::make_shared<CapturedGraph>();
    copy->nodes = child->nodes;
    return captures_
        .record(call.stream,
                [&] {
                  return GraphNode{.kind = GraphNodeKind::child_graph,
                                   .label = fmt::format("{} nodes", copy->nodes.size()),
                                   .fixed_parameters = copy->nodes.size(),
                                   .bodies = {copy}};
                })
        .value_or(Status::invalid_value);
  });
}

Status CpuDriver::record_allocation(driver::MemoryAllocate& call) noexcept {
  if (call.size_bytes == 0) {
    return Status::invalid_value;
  }
  return guarded([&] {
    const auto memory = std::make_shared<GraphMemory>(memory_, graph_pool_, call.size_bytes, call.stream);
    call.pointer = memory->pointer();
    return schedule(
        call.stream, [memory] { memory->allocate(); },
        [&] {
          return GraphNode{.kind = GraphNodeKind::allocate,
                           .label = fmt::format("{} bytes at {}", call.size_bytes, driver::describe(call.pointer)),
                           .fixed_parameters = call.size_bytes,
                           .kept = {memory}};
        });
  });
}

Status CpuDriver::record_free(driver::MemoryFree& call) noexcept {
  return guarded([&] {
    // Memory from outside graphs cannot be freed by every launch.
    if (!memory_.is_start(MemoryMap::Kind::graph, call.pointer)) {
      return refusal(Status::invalid_value);
    }
    return schedule(
        call.stream, [] {},
        [&] { return GraphNode{.kind = GraphNodeKind::free, .label = driver::describe(call.pointer)}; });
  });
}

GraphNode CpuDriver::describe_transfer(GraphNodeKind kind, DevicePointer destination, DevicePointer source,
                                       std::size_t size_bytes) const {
  GraphNode node{.kind = kind,
                 .label = kind == GraphNodeKind::fill
                              ? fmt::format("{} bytes at {}", size_bytes, driver::describe(destination))
                              : fmt::format("{} bytes from {} to {}", size_bytes, driver::describe(source),
                                            driver::describe(destination))};
  const DevicePointer sides[] = {destination, source};
  for (std::uint64_t side = 0; side < 2; ++side) {
    if (std::shared_ptr<MemoryBlock> block = memory_.find(sides[side], size_bytes)) {
      node.fixed_parameters |= std::uint64_t{1} << side;
      node.kept.push_back(std::move(block));
    }
  }
  return node;
}

std::vector<std::shared_ptr<const void>> CpuDriver::named_in(const void* kernel, std::size_t size_bytes) const {
  std::vector<std::shared_ptr<const void>> named;
  const auto keep = [&named](std::shared_ptr<const void> object) {
    if (object) {
      named.push_back(std::move(object));
    }
  };
  const auto* const bytes = static_cast<const std::byte*>(kernel);
  // Handles and addresses are at offsets that are multiples of at least 4, even in members of packed kernels.
  for (std::size_t offset = 0; offset + sizeof(std::uint64_t) <= size_bytes; offset += 4) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes + offset, sizeof(word));
    keep(textures_.find(TextureHandle{word}));
    keep(surfaces_.find(SurfaceHandle{word}));
    keep(memory_.find(DevicePointer{word}, 1));
  }
  return named;
}

}  // namespace texelscope::gpu::cpu
