#pragma once

#include <string>
#include <vector>

#include "app/cli/cli.h"
#include "app/cli/common_options.h"

namespace CLI {
class App;
}

namespace texelscope::app {

/// The options of `lessons list` and `lessons check`, as given.
struct LessonsOptions {
  CommonOptions common;
  /// By name; all where there is none.
  std::vector<std::string> names;
  bool is_json = false;
  bool is_check = false;
};

/// Adds the subcommand with its two.
void add_lessons(CLI::App& app, LessonsOptions& options);

/// Lists the lessons; or goes through each step as a learner would, 1 when something is wrong.
/// @throws UsageError for an unknown lesson, FileError for one that cannot be read.
[[nodiscard]] int run_lessons(const LessonsOptions& options, const WindowFunctions& window);

}  // namespace texelscope::app
