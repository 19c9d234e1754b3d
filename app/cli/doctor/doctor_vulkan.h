#pragma once

#include <optional>
#include <vector>

#include "app/cli/doctor/doctor_checks.h"

namespace texelscope::app {

/// The links to a picture by --renderer vulkan. What is missing is a warning: OpenGL goes on without.
[[nodiscard]] std::vector<Check> check_vulkan(const std::optional<gpu::Device>& device);

}  // namespace texelscope::app
