#pragma once

#include <string>

#include "app/cli/common_options.h"

namespace CLI {
class App;
}

namespace texelscope::app {

/// The options of `conformance`, as given; empty where absent.
struct ConformanceOptions {
  CommonOptions common;
  std::string samples;
  std::string seed;
  std::string only;
  std::string record;
  std::string replay;
  bool is_json = false;
};

/// Adds the subcommand.
void add_conformance(CLI::App& app, ConformanceOptions& options);

/// Compares a device with the model of the texture unit, or either with what was recorded; 1 where anything differs.
[[nodiscard]] int run_conformance_command(const ConformanceOptions& options);

}  // namespace texelscope::app
