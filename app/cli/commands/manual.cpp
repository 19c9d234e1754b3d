#include "app/cli/manual/manual.h"

#include <iostream>

#include "app/cli/exit_code.h"

namespace texelscope::app::manual_command {
namespace {

struct Options {
  bool is_markdown = false;
};

void declare(CommandOptions& command, Options& options) {
  command.flag("--markdown", options.is_markdown, "as Markdown");
}

int run(const Options& options, const CommandContext& context) {
  const CommandReference program = context.line.describe();
  std::cout << (options.is_markdown ? manual_markdown(program) : manual_page(program));
  return exit_code::success;
}

const RegisteredSubcommand registered{{.name = "manual",
                                       .text = "print the manual page, for `man -l -`",
                                       .group = CommandGroup::people,
                                       .rank = 160,
                                       .declare = with_options(declare, run)}};

}  // namespace
}  // namespace texelscope::app::manual_command
