#pragma once

#include "app/labs/stream/experiments/experiment.h"

/// The experiments, one file each.
namespace texelscope::app {

[[nodiscard]] ExperimentDeclaration no_wait_experiment();
[[nodiscard]] ExperimentDeclaration one_event_experiment();
[[nodiscard]] ExperimentDeclaration map_and_launch_experiment();
[[nodiscard]] ExperimentDeclaration batched_mapping_experiment();
[[nodiscard]] ExperimentDeclaration allocation_experiment();
[[nodiscard]] ExperimentDeclaration closed_texture_experiment();

}  // namespace texelscope::app
