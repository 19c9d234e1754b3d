#pragma once

#include <span>
#include <string>
#include <string_view>

namespace CLI {
class App;
}

/// The commands that tell of the program itself.
namespace texelscope::app {

/// The options of `completion` and `manual`, as given.
struct SelfDescriptionOptions {
  std::string shell;
  bool is_markdown = false;
};

/// Adds both subcommands.
void add_self_description(CLI::App& app, SelfDescriptionOptions& options);

/// Prints the script that completes the command line in a shell. @throws UsageError for a shell that has none.
[[nodiscard]] int run_completion(const SelfDescriptionOptions& options);

/// Prints what the declarations of `app` and all its subcommands tell.
[[nodiscard]] int run_manual(const CLI::App& app, const SelfDescriptionOptions& options);

/// Answers a shell's script: what may stand in the place of the last word; see complete(). The words are not parsed: a
/// line that is being typed is no command line yet.
[[nodiscard]] int run_complete_words(const CLI::App& app, std::span<const std::string> words,
                                     std::span<const std::string_view> labs);

/// "texelscope 0.1.0", which scripts read, and then a line for each other fact of the build.
[[nodiscard]] std::string version_text();

}  // namespace texelscope::app
