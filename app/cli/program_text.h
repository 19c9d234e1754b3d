#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/cli/command.h"

/// The parts of the help and the manual that describe the program as a whole.
namespace texelscope::app {

struct ProgramDeclaration {
  std::string_view name;
  /// The rest of "texelscope - …", the first line of the manual.
  std::string_view title;
  /// A description in one sentence, and the behavior without a subcommand.
  std::string_view description;
  /// The subcommand that runs by default.
  std::string_view default_command;
  /// The environment variables that the program reads.
  std::span<const ExplainedText> environment;
};

/// The running program; each program defines it next to the subcommands that it links.
[[nodiscard]] const ProgramDeclaration& this_program();

/// The examples of all commands.
[[nodiscard]] std::vector<ExplainedText> program_examples();
[[nodiscard]] std::span<const ExplainedText> exit_code_meanings();

/// The text of `--help` below the commands.
[[nodiscard]] std::string program_footer();

/// "texelscope 0.1.0", which scripts parse, followed by a line for each other build fact.
[[nodiscard]] std::string version_text();

}  // namespace texelscope::app
