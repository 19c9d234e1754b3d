#pragma once

#include <optional>
#include <string>
#include <vector>

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

/// Checks every link, for the device asked for or the one that the program would choose. A link that fails is a result,
/// not an exception.
[[nodiscard]] std::vector<Check> check_everything(std::optional<gpu::DeviceId> id, const gpu::DeviceOptions& options);

}  // namespace texelscope::app
