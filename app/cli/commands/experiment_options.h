#pragma once

#include <string>

#include "app/cli/common_options.h"

namespace texelscope::app {

/// The options of `experiment`, as given.
struct ExperimentOptions {
  CommonOptions common;
  /// Empty: lists the experiments.
  std::string name;
  bool is_wrong = false;
  std::string out;
  bool is_json = false;
};

void add_experiment(CLI::App& app, ExperimentOptions& options);

/// Runs the right or the wrong version of an experiment about streams and tells what came of it; 1 when the right one
/// came out wrong. Without a name, lists the experiments.
[[nodiscard]] int run_experiment_command(const ExperimentOptions& options);

}  // namespace texelscope::app
