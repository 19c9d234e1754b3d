#pragma once

#include <span>
#include <string>
#include <string_view>

/// What help and manual say of the program as a whole.
namespace texelscope::app {

/// A thing and what it is: a command line, an exit code, a variable.
struct ExplainedText {
  std::string_view text;
  std::string_view meaning;
};

/// One sentence, and what the program does without a subcommand.
[[nodiscard]] std::string_view program_description();
[[nodiscard]] std::span<const ExplainedText> program_examples();
[[nodiscard]] std::span<const ExplainedText> exit_code_meanings();
/// Variables of the environment that it reads.
[[nodiscard]] std::span<const ExplainedText> environment_meanings();

/// What `--help` says below the commands.
[[nodiscard]] std::string program_footer();

}  // namespace texelscope::app
