#pragma once

#include <span>

#include "app/sweep/scenario.h"

namespace texelscope::app {

/// All scenarios, from the plain ones to those that build on them.
[[nodiscard]] std::span<const SweepScenario> sweep_scenarios();

}  // namespace texelscope::app
