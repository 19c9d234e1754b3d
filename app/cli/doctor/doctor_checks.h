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

/// One link of the way from a device to a picture.
struct Check {
  std::string name;
  CheckResult result = CheckResult::ok;
  /// What was found.
  std::string text;
  /// What to do; empty when all is well.
  std::string advice;
};

/// Runs a check whose exceptions are its failure.
[[nodiscard]] Check run_check(std::string name, const std::function<void(Check&)>& body);

/// What was found and what to do, for a link that something goes on without; and for one that it does not.
void warn(Check& check, std::string text, std::string advice);
void fail(Check& check, std::string text, std::string advice);

/// Opens a shared library, and warns when it does not load.
void check_library(Check& check, const char* file, const char* advice);

/// Pixels that the renderer reads and a kernel did not write, over two acquisitions of one image: an acquisition that
/// works once and not again is a failure too. @throws gpu::Error, render::Error.
[[nodiscard]] std::uint64_t count_sharing_differences(const ImageSharing& images);

/// The links to a picture by --renderer vulkan. What is missing is a warning: OpenGL goes on without.
[[nodiscard]] std::vector<Check> check_vulkan(const std::optional<gpu::Device>& device);

/// Checks every link, for the device asked for or the one that the program would choose. A link that fails is a result,
/// not an exception.
[[nodiscard]] std::vector<Check> check_everything(std::optional<gpu::DeviceId> id, const gpu::DeviceOptions& options);

}  // namespace texelscope::app
