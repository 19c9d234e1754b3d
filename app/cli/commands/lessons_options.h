#pragma once

#include <string>
#include <vector>

#include "app/cli/cli.h"
#include "app/cli/common_options.h"

namespace CLI {
class App;
}

namespace texelscope::app {

/// What is done with the lessons.
enum class LessonsTask : unsigned char { list, check, handout };

/// The options of `lessons list`, `lessons check` and `lessons handout`, as given.
struct LessonsOptions {
  LessonsTask task = LessonsTask::list;
  CommonOptions common;
  /// By name; all where there is none.
  std::vector<std::string> names;
  bool is_json = false;
  /// Of handouts: where they go, "html" or "markdown", the size of their pictures.
  std::string out;
  std::string format = "html";
  std::string size = "960x600";
  bool has_no_answers = false;
  /// Compares with what is there instead of writing.
  bool is_check = false;
};

/// Adds the subcommand with its three.
void add_lessons(CLI::App& app, LessonsOptions& options);

/// Lists the lessons; or goes through each step as a learner would, 1 when something is wrong; or writes them for
/// paper.
/// @throws UsageError for an unknown lesson, FileError for one that cannot be read.
[[nodiscard]] int run_lessons(const LessonsOptions& options, const WindowFunctions& window);

}  // namespace texelscope::app
