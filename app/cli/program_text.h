#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/cli/command.h"

/// What help and manual say of the program as a whole.
namespace texelscope::app {

/// One sentence, and what the program does without a subcommand.
[[nodiscard]] std::string_view program_description();
/// Those of all commands.
[[nodiscard]] std::vector<ExplainedText> program_examples();
[[nodiscard]] std::span<const ExplainedText> exit_code_meanings();
/// Variables of the environment that it reads.
[[nodiscard]] std::span<const ExplainedText> environment_meanings();

/// What `--help` says below the commands.
[[nodiscard]] std::string program_footer();

/// "texelscope 0.1.0", which scripts read, and then a line for each other fact of the build.
[[nodiscard]] std::string version_text();

}  // namespace texelscope::app
