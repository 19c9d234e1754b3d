#pragma once

#include <string>
#include <vector>

#include "app/cli/common_options.h"

namespace CLI {
class App;
}

namespace texelscope::app {

/// The options of `sweep`, as given; empty where absent.
struct SweepOptions {
  /// The device alone.
  CommonOptions common;
  std::vector<std::string> scenarios;
  bool is_list = false;
  bool is_json = false;
};

/// Adds the subcommand.
void add_sweep(CLI::App& app, SweepOptions& options);

/// Fails each call of each scenario once and prints what became of it; 1 where anything is wrong.
[[nodiscard]] int run_sweep(const SweepOptions& options);

}  // namespace texelscope::app
