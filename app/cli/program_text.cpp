#include "app/cli/program_text.h"

#include <fmt/format.h>

#include "app/files/build_facts.h"

namespace texelscope::app {
namespace {

constexpr ExplainedText exit_codes[] = {
    {"0", "success"},
    {"1", "a comparison or check failed"},
    {"2", "invalid usage or input"},
    {"3", "device or renderer not available, out of memory, or a failed run"},
    {"129, 130, 143", "terminated by a closed terminal (SIGHUP), Ctrl+C (SIGINT) or SIGTERM"},
};

}  // namespace

std::span<const ExplainedText> exit_code_meanings() { return exit_codes; }

std::vector<ExplainedText> program_examples() {
  std::vector<ExplainedText> examples;
  for (const Subcommand* const command : registered_commands()) {
    examples.insert(examples.end(), command->examples.begin(), command->examples.end());
  }
  return examples;
}

std::string program_footer() {
  const std::vector<ExplainedText> examples = program_examples();
  std::string footer = examples.empty() ? "" : "Examples:\n";
  for (const ExplainedText& example : examples) {
    constexpr std::size_t column = 59;
    footer += example.text.size() > column ? fmt::format("  {}\n", example.text)
                                           : fmt::format("  {:<{}} {}\n", example.text, column, example.meaning);
  }
  footer += examples.empty() ? "Exit codes:" : "\nExit codes:";
  const char* separator = " ";
  for (const ExplainedText& code : exit_codes) {
    footer += fmt::format("{}{} {}", separator, code.text, code.meaning);
    separator = "; ";
  }
  return footer + fmt::format(
                      ".\n`{0} COMMAND --help` lists the options of a command; `{0} manual | man -l -` shows the "
                      "whole manual.",
                      this_program().name);
}

std::string version_text() {
  std::string text;
  for (const BuildFact& fact : build_facts()) {
    text += text.empty() ? fmt::format("{} {}", this_program().name, fact.value)
                         : fmt::format("\n{:<16} {}", fact.name, fact.value);
  }
  return text;
}

}  // namespace texelscope::app
