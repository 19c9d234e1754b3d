#include <fmt/format.h>

#include <array>

#include "app/labs/stream/experiments/experiment.h"
#include "app/text/nearest_name.h"
#include "texelscope/gpu/error.h"
#include "texelscope/gpu/object_origin.h"

namespace texelscope::app {

// Every experiment, in the order of the list. Each is declared at the end of the file with its name, in the namespace
// with the same name.
#define TEXELSCOPE_EXPERIMENTS(EXPERIMENT) \
  EXPERIMENT(no_wait)                      \
  EXPERIMENT(one_event)                    \
  EXPERIMENT(default_stream)               \
  EXPERIMENT(map_and_launch) EXPERIMENT(batched_mapping) EXPERIMENT(allocation) EXPERIMENT(closed_texture)
#define TEXELSCOPE_DECLARE_EXPERIMENT(name)      \
  namespace name {                               \
  extern const ExperimentDeclaration experiment; \
  }
TEXELSCOPE_EXPERIMENTS(TEXELSCOPE_DECLARE_EXPERIMENT)

std::span<const ExperimentDeclaration> stream_experiments() {
#define TEXELSCOPE_NAME_EXPERIMENT(name) name::experiment,
  static const std::array all{TEXELSCOPE_EXPERIMENTS(TEXELSCOPE_NAME_EXPERIMENT)};
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
        fmt::format("the experiment {} maps GL images, and OpenGL is not available: run it where OpenGL works (see "
                    "`texelscope doctor`)",
                    experiment.name));
  }
  const gpu::ObjectOrigin origin{"experiment", experiment.name};
  return experiment.run(setup, is_right);
}

}  // namespace texelscope::app
