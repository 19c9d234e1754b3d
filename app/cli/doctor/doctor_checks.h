#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "app/interop/shared/shared_image.h"
#include "texelscope/gpu/device.h"

namespace texelscope::app {

enum class CheckResult : unsigned char { ok, warn, fail };

/// The check of one step from a device to a displayed image.
struct Check {
  std::string name;
  CheckResult result = CheckResult::ok;
  /// The finding.
  std::string text;
  /// The fix; empty if there is no problem.
  std::string advice;
};

/// Runs a check, and turns exceptions into its failure.
[[nodiscard]] Check run_check(std::string name, const std::function<void(Check&)>& body);

/// Sets the finding and the fix of a problem that the program can work around (warn) or cannot (fail).
void warn(Check& check, std::string text, std::string advice);
void fail(Check& check, std::string text, std::string advice);

/// Opens a shared library, and warns when it does not load.
void check_library(Check& check, const char* file, const char* advice);

/// The number of pixels that the renderer reads differently from what a kernel wrote, over two acquisitions of one
/// image: failing only the second time is a failure, too. @throws gpu::Error, render::Error.
[[nodiscard]] std::uint64_t count_sharing_differences(const ImageSharing& images);

/// The checks for --renderer vulkan. Missing parts are warnings, because OpenGL works without them.
[[nodiscard]] std::vector<Check> check_vulkan(const std::optional<gpu::Device>& device);

/// Runs all checks, for the requested device or the default one. A failed check is a result, not an exception.
[[nodiscard]] std::vector<Check> check_everything(std::optional<gpu::DeviceId> id, const gpu::DeviceOptions& options);

}  // namespace texelscope::app
