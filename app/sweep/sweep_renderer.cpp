#include <fmt/format.h>

#include <optional>

#include "app/interop/headless.h"
#include "app/interop/renderer_calls.h"
#include "app/sweep/round.h"
#include "render/gl/live_objects.h"

namespace texelscope::app {
namespace {

constexpr std::uint64_t most_calls = 5000;

SweepRound run_round(const SweepScenario& scenario, const gpu::Device& device, std::uint64_t number,
                     const std::vector<std::byte>& expected) {
  SweepRound round;
  RendererCalls calls(nullptr, RendererFault{{}, number});
  std::optional<render::gl::EglContext> context;
  {
    std::unique_ptr<SweepWork> work;
    const auto run = [&] {
      if (!context) {
        context.emplace(open_context_for(device));
      }
      if (!work) {
        work = scenario.make({device, {}, context->loader()});
      }
      return work->run();
    };
    try {
      round.bytes = run();
    } catch (const std::exception& error) {
      round.error = error.what();
    }
    if (!calls.failed_call().empty()) {
      round.after = trouble_of(run, expected);
    }
  }
  round.call = calls.failed_call();
  if (context) {
    round.leaks = render::gl::live_objects();
  }
  return round;
}

}  // namespace

SweepResult sweep_renderer(const SweepScenario& scenario, gpu::DeviceId id, const SweepProgress& progress) {
  const gpu::Device device = gpu::Device::open(id);
  SweepResult result;
  result.scenario = scenario.name;
  result.failure = "renderer";
  std::vector<std::byte> expected;
  {
    const render::gl::EglContext context = open_context_for(device);
    expected = scenario.make({device, {}, context.loader()})->run();
  }
  for (std::uint64_t number = 1;; ++number) {
    if (number > most_calls) {
      result.wrong.push_back(fmt::format("it makes more than {} calls", most_calls));
      return result;
    }
    if (progress) {
      progress(number);
    }
    if (!judge(run_round(scenario, device, number, expected), number, expected, result)) {
      return result;
    }
  }
}

}  // namespace texelscope::app
