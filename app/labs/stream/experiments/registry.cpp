#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "app/labs/stream/experiments/declarations.h"
#include "app/text/nearest_name.h"
#include "texelscope/gpu/error.h"
#include "texelscope/gpu/object_origin.h"

namespace texelscope::app {

std::span<const ExperimentDeclaration> stream_experiments() {
  static const std::array all = {no_wait_experiment(),         one_event_experiment(),  map_and_launch_experiment(),
                                 batched_mapping_experiment(), allocation_experiment(), closed_texture_experiment()};
  return all;
}

const ExperimentDeclaration& require_experiment(std::string_view name) {
  std::vector<std::string_view> names;
  for (const ExperimentDeclaration& experiment : stream_experiments()) {
    if (experiment.name == name) {
      return experiment;
    }
    names.push_back(experiment.name);
  }
  throw gpu::InvalidArgument(
      fmt::format("there is no experiment '{}'; {}", name, advise_names(std::string{name}, names, "experiments")));
}

ExperimentResult run_experiment(const ExperimentDeclaration& experiment, const ExperimentSetup& setup, bool is_right) {
  if (experiment.needs_gl && setup.gl == nullptr) {
    throw gpu::InvalidState(
        fmt::format("the experiment {} maps GL images, and there is no GL here: run it where OpenGL works (see "
                    "`texelscope doctor`)",
                    experiment.name));
  }
  const gpu::ObjectOrigin origin{"experiment", experiment.name};
  return experiment.run(setup, is_right);
}

}  // namespace texelscope::app
