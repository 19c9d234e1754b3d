#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "app/sweep/scenario.h"
#include "texelscope/gpu/status.h"

namespace texelscope::app {

/// What became of a scenario whose calls failed, one in each round.
struct SweepResult {
  std::string scenario;
  /// How the calls failed: "out_of_memory", or "renderer" for the renderer's calls.
  std::string failure;
  /// Calls of an undisturbed run from the first to the last, each failed once.
  std::uint64_t calls = 0;
  /// Rounds that ended in an error that names the call, in a diagnostic that names it (a cleanup), and rounds whose
  /// result was right all the same.
  std::uint64_t threw = 0;
  std::uint64_t reported = 0;
  std::uint64_t worked_around = 0;
  /// One line for each round that went wrong, with the number and the name of the call.
  std::vector<std::string> wrong;

  [[nodiscard]] bool is_right() const noexcept { return wrong.empty() && calls > 0; }
};

/// "out_of_memory": the driver API's name in small letters, without its beginning.
[[nodiscard]] std::string failure_name(gpu::Status status);

/// Called before each round with the number of the call that fails.
using SweepProgress = std::function<void(std::uint64_t call)>;

/// Fails every driver call of a scenario once, each in a round of its own, from the opening of the device to its end,
/// with `status`. A round is right when the error names the call in one line, the next run gives what an undisturbed
/// one gives, and the driver has all its objects back. After a status that ends a context all later calls fail alike,
/// and the next run is one on a device opened again.
/// A scenario that needs a renderer has one without a window. @throws render::Unavailable without one, gpu::Error when
/// the undisturbed run fails.
[[nodiscard]] SweepResult sweep_driver(const SweepScenario& scenario, gpu::DeviceId device, gpu::Status status,
                                       const SweepProgress& progress);

/// The same for the renderer's calls, from the opening of its context on, for a scenario that needs one. GL itself
/// tells which objects are left; of Vulkan the validation layers do, where they watch.
[[nodiscard]] SweepResult sweep_renderer(const SweepScenario& scenario, gpu::DeviceId device,
                                         const SweepProgress& progress);

/// All scenarios, from the plain ones to those that build on them.
[[nodiscard]] std::span<const SweepScenario> sweep_scenarios();

}  // namespace texelscope::app
