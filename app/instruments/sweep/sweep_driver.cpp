#include <fmt/format.h>

#include <mutex>
#include <optional>
#include <utility>

#include "app/instruments/sweep/round.h"
#include "app/interop/offscreen_renderer.h"
#include "texelscope/gpu/fault_injector.h"
#include "texelscope/gpu/live_objects.h"

namespace texelscope::app {
namespace {

using ShareImages = decltype(SweepSetup::share);

/// The diagnostics of a round, from any thread.
struct Diagnostics {
  std::mutex mutex;
  std::vector<std::string> texts;
};

std::vector<std::byte> run_undisturbed(const SweepScenario& scenario, gpu::DeviceId id, const ShareImages& share) {
  return scenario.make({gpu::Device::open(id), {}, share})();
}

SweepRound run_round(const SweepScenario& scenario, gpu::DeviceId id, const ShareImages& share, const gpu::Fault& fault,
                     const std::vector<std::byte>& expected) {
  SweepRound round;
  const auto faults = std::make_shared<gpu::FaultInjector>(fault);
  const auto live = std::make_shared<gpu::LiveObjects>();
  // Leaked objects may report after the round.
  const auto diagnostics = std::make_shared<Diagnostics>();
  const gpu::DeviceOptions options{{faults, live}, [diagnostics](const gpu::Diagnostic& diagnostic) {
                                     const std::lock_guard lock{diagnostics->mutex};
                                     diagnostics->texts.push_back(diagnostic.text);
                                   }};
  {
    std::optional<gpu::Device> device;
    SweepWork work;
    const auto run = [&] {
      if (!device) {
        device = gpu::Device::open(id, options);
      }
      if (!work) {
        work = scenario.make({*device, options, share});
      }
      return work();
    };
    run_failing(
        run, [&] { return faults->has_fired() && !fault.is_lasting; }, expected, round);
  }
  if (fault.is_lasting && faults->has_fired()) {
    round.after = trouble_of([&] { return run_undisturbed(scenario, id, share); }, expected);
  }
  round.call = faults->failed_call();
  {
    const std::lock_guard lock{diagnostics->mutex};
    round.diagnostics = diagnostics->texts;
  }
  round.leaks = live->list();
  return round;
}

}  // namespace

SweepResult sweep_driver(const SweepScenario& scenario, gpu::DeviceId device, gpu::Status status,
                         const SweepProgress& progress) {
  // Stays open, so that rounds need not restart the driver.
  const gpu::Device kept = gpu::Device::open(device);
  std::optional<OffscreenRenderer> renderer;
  ShareImages share;
  if (scenario.renderer) {
    renderer.emplace(*scenario.renderer, kept);
    share = [&](const gpu::Device& shared_with) { return renderer->share(shared_with); };
  }
  SweepResult result;
  result.scenario = scenario.name;
  result.failure = failure_name(status);
  const std::vector<std::byte> expected = run_undisturbed(scenario, device, share);
  const auto round = [&](std::uint64_t number) {
    return run_round(scenario, device, share, {{}, number, status, ends_context(status)}, expected);
  };
  if (run_rounds(round, expected, progress, result)) {
    for (const std::string& left : OffscreenRenderer::end(renderer)) {
      result.wrong.push_back(fmt::format("leaked at the end: {}", left));
    }
  }
  return result;
}

}  // namespace texelscope::app
