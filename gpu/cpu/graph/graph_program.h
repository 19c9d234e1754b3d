#pragma once

#include <cstddef>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <vector>

#include "gpu/cpu/graph/captured_graph.h"
#include "gpu/cpu/graph/condition_values.h"
#include "gpu/cpu/stream/event_point.h"
#include "gpu/cpu/stream/work_queue.h"

namespace texelscope::gpu::cpu {

/// The device as a running graph sees it.
struct GraphHost {
  /// Conditional nodes and child graphs stop when this returns false.
  std::function<bool()> is_working;
  /// Called when a run ends early, by any thread. Must not throw.
  std::function<void()> fail;
};

/// A recording prepared for execution: its nodes in lanes. A node that depends on only one other node stays in that
/// node's lane; branches have separate lanes, which run concurrently, each on a thread that starts with the first run.
/// Two programs share no mutable state: the programs of bodies and child graphs belong to the program that they are
/// part of.
class GraphProgram {
 public:
  /// @throws std::bad_alloc.
  GraphProgram(const CapturedGraph& graph, const GraphHost& host);
  GraphProgram(const GraphProgram&) = delete;
  GraphProgram& operator=(const GraphProgram&) = delete;

  /// Sets the conditions to their initial values, runs every node once, in an order that the dependencies allow, and
  /// waits for all nodes. May be called by one thread at a time. @throws std::bad_alloc.
  void launch();

 private:
  GraphProgram(const CapturedGraph& graph, const GraphHost& host, std::shared_ptr<ConditionValues> conditions);
  struct Step {
    std::size_t node = 0;
    std::function<void()> work;
    /// Dependencies in other lanes.
    std::vector<std::size_t> awaited;
  };
  using Lane = std::vector<Step>;
  class Points;

  /// The work of a node. @throws std::bad_alloc.
  [[nodiscard]] std::function<void()> work_of(const GraphNode& node, const GraphHost& host) const;
  void run();
  static void run_step(const Step& step, Points& points);

  std::shared_ptr<ConditionValues> conditions_;
  std::size_t node_count_;
  std::vector<Lane> lanes_;
  /// Threads of lanes 1 and up; the caller runs lane 0.
  std::deque<WorkQueue> queues_;
};

/// A graph that can be launched. Launches retain their program, even if this object changes or is destroyed.
struct ExecutableGraph {
  ExecutableGraph() = default;
  ~ExecutableGraph() {
    if (instantiated) {
      instantiated->is_instantiated = false;
    }
  }
  ExecutableGraph(const ExecutableGraph&) = delete;
  ExecutableGraph& operator=(const ExecutableGraph&) = delete;

  /// The graph, if it allows no other executable; otherwise null. An update does not change it.
  std::shared_ptr<CapturedGraph> instantiated;
  std::mutex mutex;
  std::shared_ptr<const CapturedGraph> graph;
  std::shared_ptr<GraphProgram> program;
  /// The end of the last launch: the next launch runs after it, even on a different stream. None before the first
  /// launch.
  std::shared_ptr<EventPoint> last_launch;
};

}  // namespace texelscope::gpu::cpu
