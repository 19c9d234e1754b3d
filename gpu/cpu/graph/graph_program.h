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
  /// Conditional nodes and child graphs stop where this says false.
  std::function<bool()> is_working;
  /// Called when a run ends early, by any thread. Must not throw.
  std::function<void()> fail;
};

/// A recording made ready to run: its nodes in lanes. What follows one node alone stays in that node's lane; branches
/// have lanes of their own, which run at the same time, each on a thread that starts with the first run. Two programs
/// share nothing that a run changes: those of bodies and child graphs belong to the program that they are part of.
class GraphProgram {
 public:
  /// @throws std::bad_alloc.
  GraphProgram(const CapturedGraph& graph, const GraphHost& host);
  GraphProgram(const GraphProgram&) = delete;
  GraphProgram& operator=(const GraphProgram&) = delete;

  /// Sets the conditions to their initial values, runs every node once, in an order that the dependencies allow, and
  /// waits for all. By one thread at a time. @throws std::bad_alloc.
  void launch();

 private:
  GraphProgram(const CapturedGraph& graph, const GraphHost& host, std::shared_ptr<ConditionValues> conditions);
  struct Step {
    std::size_t node = 0;
    std::function<void()> work;
    /// Nodes of other lanes.
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
  /// Of lanes 1 and up; lane 0 is run by who calls.
  std::deque<WorkQueue> queues_;
};

/// A graph that can be launched. Launches keep the program they were made with, whatever becomes of this.
struct ExecutableGraph {
  ExecutableGraph() = default;
  ~ExecutableGraph() {
    if (instantiated) {
      instantiated->is_instantiated = false;
    }
  }
  ExecutableGraph(const ExecutableGraph&) = delete;
  ExecutableGraph& operator=(const ExecutableGraph&) = delete;

  /// The graph that can have no other executable; null where there is no such limit. An update does not change it.
  std::shared_ptr<CapturedGraph> instantiated;
  std::mutex mutex;
  std::shared_ptr<const CapturedGraph> graph;
  std::shared_ptr<GraphProgram> program;
  /// The end of the last launch: the next runs after it, whatever its stream. None before the first.
  std::shared_ptr<EventPoint> last_launch;
};

}  // namespace texelscope::gpu::cpu
