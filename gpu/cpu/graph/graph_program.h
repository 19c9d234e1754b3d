#pragma once

#include <cstddef>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <vector>

#include "gpu/cpu/graph/captured_graph.h"
#include "gpu/cpu/stream/event_point.h"
#include "gpu/cpu/stream/work_queue.h"

namespace texelscope::gpu::cpu {

/// A recording made ready to run: its nodes in lanes. What follows one node alone stays in that node's lane; branches
/// have lanes of their own, which run at the same time, each on a thread that starts with the first run.
class GraphProgram {
 public:
  /// Conditional nodes stop where `is_working` says false. @throws std::bad_alloc.
  GraphProgram(const CapturedGraph& graph, const std::function<bool()>& is_working);
  GraphProgram(const GraphProgram&) = delete;
  GraphProgram& operator=(const GraphProgram&) = delete;

  /// Runs every node once, in an order that the dependencies allow, and waits for all. By one thread at a time.
  /// @throws std::bad_alloc.
  void run();

 private:
  struct Step {
    std::size_t node = 0;
    std::function<void()> work;
    /// Nodes of other lanes.
    std::vector<std::size_t> awaited;
  };
  using Lane = std::vector<Step>;
  class Points;

  static void run_step(const Step& step, Points& points);

  std::size_t node_count_;
  std::vector<Lane> lanes_;
  /// Of lanes 1 and up; lane 0 is run by who calls.
  std::deque<WorkQueue> queues_;
};

/// A graph that can be launched. Launches keep the program they were made with, whatever becomes of this.
struct ExecutableGraph {
  std::mutex mutex;
  std::shared_ptr<const CapturedGraph> graph;
  std::shared_ptr<GraphProgram> program;
  /// The end of the last launch: the next runs after it, whatever its stream. None before the first.
  std::shared_ptr<EventPoint> last_launch;
};

}  // namespace texelscope::gpu::cpu
