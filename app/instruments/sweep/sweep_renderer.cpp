#include <optional>

#include "app/instruments/sweep/round.h"
#include "app/interop/observation/renderer_calls.h"
#include "app/interop/offscreen_renderer.h"

namespace texelscope::app {
namespace {

SweepRound run_round(const SweepScenario& scenario, const gpu::Device& device, std::uint64_t number,
                     const std::vector<std::byte>& expected) {
  SweepRound round;
  RendererCalls calls(nullptr, RendererFault{{}, number});
  std::optional<OffscreenRenderer> renderer;
  {
    SweepWork work;
    const auto run = [&] {
      if (!renderer) {
        renderer.emplace(*scenario.renderer, device);
      }
      if (!work) {
        work = scenario.make({device, {}, [&](const gpu::Device& with) { return renderer->share(with); }});
      }
      return work();
    };
    run_failing(
        run, [&] { return !calls.failed_call().empty(); }, expected, round);
  }
  round.call = calls.failed_call();
  round.leaks = OffscreenRenderer::end(renderer);
  return round;
}

}  // namespace

SweepResult sweep_renderer(const SweepScenario& scenario, gpu::DeviceId id, const SweepProgress& progress) {
  const gpu::Device device = gpu::Device::open(id);
  SweepResult result;
  result.scenario = scenario.name;
  result.failure = "renderer";
  std::vector<std::byte> expected;
  // NVIDIA's Vulkan driver (580.159.04) can no longer be loaded after some sixty times in a process, so it stays
  // loaded.
  std::optional<OffscreenRenderer> kept;
  if (scenario.renderer == RendererKind::vulkan) {
    kept.emplace(RendererKind::vulkan, device);
  }
  {
    const OffscreenRenderer renderer{*scenario.renderer, device};
    expected = scenario.make({device, {}, [&](const gpu::Device& with) { return renderer.share(with); }})();
  }
  const auto round = [&](std::uint64_t number) { return run_round(scenario, device, number, expected); };
  static_cast<void>(run_rounds(round, expected, progress, result));
  return result;
}

}  // namespace texelscope::app
