#pragma once

#include <cstddef>
#include <filesystem>
#include <iosfwd>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "app/labs/surface/surface_stroke.h"
#include "texelscope/gpu/device.h"

namespace texelscope::app {

/// The command of this program that a trial's child runs; see answer_surface_trial().
inline constexpr std::string_view surface_trial_command = "surface-trial";

/// A stroke that a child process performs on its own surface.
struct SurfaceTrial {
  gpu::DeviceId device;
  /// Plain, rank 2.
  gpu::ArrayDescriptor surface;
  SurfaceStroke stroke;
};

enum class TrialEnding : unsigned char {
  written,
  /// The device's context was lost: the driver's status is the reason.
  context_lost,
  /// The child could not run the trial: no program or device, or it did not answer.
  not_tried,
};

/// The outcome of a trial.
struct TrialOutcome {
  TrialEnding ending = TrialEnding::not_tried;
  /// All texels after the stroke, when it was written.
  std::vector<std::byte> texels;
  /// The driver's name for the failure, such as "CUDA_ERROR_LAUNCH_FAILED", when the context was lost.
  std::string status;
  /// The result, as the end of the sentence "… a child process tried it: <text>".
  std::string text;
};

/// Tries a stroke on `texels` in a child process with its own device; this process's devices are unaffected. `program`
/// is the path of texelscope, by default own_program(). Never throws for errors of the child.
[[nodiscard]] TrialOutcome try_in_child(const SurfaceTrial& trial, std::span<const std::byte> texels,
                                        const std::stop_token& stop = {},
                                        const std::optional<std::filesystem::path>& program = std::nullopt);

/// The child process's part: reads a trial and texels from `in`, runs it, and answers on `out`. @throws
/// gpu::InvalidArgument when the input is not a trial.
void answer_surface_trial(std::istream& in, std::ostream& out);

}  // namespace texelscope::app
