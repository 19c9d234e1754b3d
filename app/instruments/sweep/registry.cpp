#include "app/instruments/sweep/sweep.h"

#include <iterator>
#include <vector>

namespace texelscope::app {

std::vector<std::byte> bytes_of(const gpu::Buffer& buffer) {
  const auto bytes = buffer.host_bytes();
  return {bytes.begin(), bytes.end()};
}

std::span<const SweepScenario> sweep_scenarios() {
  static const std::vector<SweepScenario> all = [] {
    std::vector<SweepScenario> scenarios;
    for (const auto make :
         {object_scenarios, memory_scenarios, copy_scenarios, graph_scenarios, kernel_scenarios, interprocess_scenarios,
          texture_scenarios, frame_scenarios, acquisition_scenarios, resize_scenarios, device_switch_scenarios}) {
      std::vector<SweepScenario> some = make();
      scenarios.insert(scenarios.end(), std::make_move_iterator(some.begin()), std::make_move_iterator(some.end()));
    }
    return scenarios;
  }();
  return all;
}

}  // namespace texelscope::app
