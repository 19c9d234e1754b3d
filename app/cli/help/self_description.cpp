#include "app/cli/help/self_description.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <iostream>

#include "app/cli/exit_code.h"
#include "app/cli/help/completion.h"
#include "app/cli/help/manual.h"
#include "app/files/build_facts.h"

namespace texelscope::app {

void add_self_description(CLI::App& app, SelfDescriptionOptions& options) {
  app.add_subcommand("completion", "print what completes this command line in a shell")
      ->add_option("SHELL", options.shell, "bash, zsh or fish")
      ->type_name("")
      ->required();
  app.add_subcommand("manual", "print the manual page, for `man -l -`")
      ->add_flag("--markdown", options.is_markdown, "as Markdown");
}

int run_completion(const SelfDescriptionOptions& options) {
  std::cout << completion_script(options.shell);
  return exit_code::success;
}

int run_manual(const CLI::App& app, const SelfDescriptionOptions& options) {
  const CommandReference program = describe(app);
  std::cout << (options.is_markdown ? manual_markdown(program) : manual_page(program));
  return exit_code::success;
}

int run_complete_words(const CLI::App& app, std::span<const std::string> words,
                       std::span<const std::string_view> labs) {
  std::cout << completion_answer(complete(describe(app), words, labs));
  return exit_code::success;
}

std::string version_text() {
  std::string text;
  for (const BuildFact& fact : build_facts()) {
    text += text.empty() ? fmt::format("texelscope {}", fact.value) : fmt::format("\n{:<16} {}", fact.name, fact.value);
  }
  return text;
}

}  // namespace texelscope::app
