#include "app/sweep/sweep.h"

#include <iterator>
#include <utility>
#include <vector>

namespace texelscope::app {

std::unique_ptr<SweepWork> make_work(std::function<std::vector<std::byte>()> run) {
  class Work final : public SweepWork {
   public:
    explicit Work(std::function<std::vector<std::byte>()> run) : run_{std::move(run)} {}
    std::vector<std::byte> run() override { return run_(); }

   private:
    std::function<std::vector<std::byte>()> run_;
  };
  return std::make_unique<Work>(std::move(run));
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
