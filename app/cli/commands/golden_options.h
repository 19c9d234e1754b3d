#pragma once

#include <string>
#include <vector>

#include "app/cli/common_options.h"

namespace CLI {
class App;
}

namespace texelscope::app {

/// The options of `golden check` and `golden update`, as given; empty where absent.
struct GoldenOptions {
  CommonOptions common;
  /// Scenes or entries.
  std::vector<std::string> names;
  std::string goldens = "tests/golden/frames";
  std::string report;
  std::string junit;
  bool is_json = false;
  bool is_update = false;
  bool takes_all = false;
  bool is_confirmed = false;
};

/// Adds the subcommand with its two.
void add_golden(CLI::App& app, GoldenOptions& options);

/// Compares the scenes' frames with the golden ones, 1 when one differs; or shows what would change, and writes it.
[[nodiscard]] int run_golden(const GoldenOptions& options);

}  // namespace texelscope::app
