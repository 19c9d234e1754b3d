#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "app/instruments/sweep/scenario.h"
#include "texelscope/gpu/status.h"

namespace texelscope::app {

/// The result of a scenario whose calls failed, one per round.
struct SweepResult {
  std::string scenario;
  /// The kind of failure: "out_of_memory", or "renderer" for the renderer's calls.
  std::string failure;
  /// The number of calls of an undisturbed run, each of which failed once.
  std::uint64_t calls = 0;
  /// The numbers of rounds that threw an error naming the call, that reported a diagnostic naming it (from a cleanup),
  /// and whose result was right nevertheless.
  std::uint64_t threw = 0;
  std::uint64_t reported = 0;
  std::uint64_t worked_around = 0;
  /// One line per wrong round, with the number and name of the call.
  std::vector<std::string> wrong;

  [[nodiscard]] bool is_right() const noexcept { return wrong.empty() && calls > 0; }
};

/// Called before each round with the number of the failing call.
using SweepProgress = std::function<void(std::uint64_t call)>;

/// Makes every driver call of a scenario fail once with `status`, each in a separate round, from the opening of the
/// device to its end. A round is right if the error names the call in one line, the next run produces the same result
/// as an undisturbed run, and the driver has no objects left. After a status that destroys a context, all later calls
/// fail, too, and the next run uses a reopened device. For a scenario that needs a renderer, an offscreen renderer is
/// opened. @throws render::Unavailable if there is none, gpu::Error if the undisturbed run fails.
[[nodiscard]] SweepResult sweep_driver(const SweepScenario& scenario, gpu::DeviceId device, gpu::Status status,
                                       const SweepProgress& progress);

/// Makes every call of the renderer fail likewise, starting with the opening of its context, for a scenario that needs
/// a renderer. GL itself reports leaked objects; for Vulkan, the validation layers do, if enabled.
[[nodiscard]] SweepResult sweep_renderer(const SweepScenario& scenario, gpu::DeviceId device,
                                         const SweepProgress& progress);

/// All scenarios, simple scenarios first.
[[nodiscard]] std::span<const SweepScenario> sweep_scenarios();

}  // namespace texelscope::app
