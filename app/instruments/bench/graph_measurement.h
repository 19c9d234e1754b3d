#pragma once

#include <vector>

#include "texelscope/gpu/device.h"

namespace texelscope::app {

/// Host time of scheduling small launches one after another, in microseconds: the median over all rounds. The device
/// work is not included.
struct GraphFigure {
  int launches = 0;
  double single_calls_us = 0;
  /// One launch of a graph of these launches.
  double graph_launch_us = 0;
  /// Recording the launches again.
  double record_us = 0;
  /// Updating the graph with the recorded parameters.
  double update_us = 0;
};

/// Measures 1, 5, 20 and 100 launches. @throws gpu::Error.
[[nodiscard]] std::vector<GraphFigure> measure_graphs(const gpu::Device& device, int rounds);

}  // namespace texelscope::app
