#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/cli/command.h"

/// What help and manual say of the program as a whole.
namespace texelscope::app {

struct ProgramDeclaration {
  std::string_view name;
  /// Completes "texelscope - …", the manual's first line.
  std::string_view title;
  /// One sentence, and what the program does without a subcommand.
  std::string_view description;
  /// The subcommand that runs where none is named.
  std::string_view default_command;
  /// Variables of the environment that it reads.
  std::span<const ExplainedText> environment{};
};

/// The one that runs: each program defines it beside the subcommands that it is linked with.
[[nodiscard]] const ProgramDeclaration& this_program();

/// Those of all commands.
[[nodiscard]] std::vector<ExplainedText> program_examples();
[[nodiscard]] std::span<const ExplainedText> exit_code_meanings();

/// What `--help` says below the commands.
[[nodiscard]] std::string program_footer();

/// "texelscope 0.1.0", which scripts read, and then a line for each other fact of the build.
[[nodiscard]] std::string version_text();

}  // namespace texelscope::app
