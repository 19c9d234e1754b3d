#pragma once

#include <memory>
#include <mutex>

#include "gpu/cpu/graph/captured_graph.h"
#include "gpu/cpu/graph/graph_program.h"
#include "gpu/cpu/stream/event_point.h"

namespace texelscope::gpu::cpu {

/// A graph that can be launched. Launches keep the program they were made with, whatever becomes of this.
struct ExecutableGraph {
  std::mutex mutex;
  std::shared_ptr<const CapturedGraph> graph;
  std::shared_ptr<GraphProgram> program;
  /// The end of the last launch: the next runs after it, whatever its stream. None before the first.
  std::shared_ptr<EventPoint> last_launch;
};

}  // namespace texelscope::gpu::cpu
