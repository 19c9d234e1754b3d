#pragma once

#include <string>

namespace texelscope::app {

/// All scenes as JSON, {"scenes": […]}: what each declares, with its parameters, their ranges and initial values.
[[nodiscard]] std::string scenes_json();

}  // namespace texelscope::app
