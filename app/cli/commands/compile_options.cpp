#include "app/cli/commands/compile_options.h"

#include <CLI/CLI.hpp>

namespace texelscope::app {

void add_compile(CLI::App& app, CompileOptions& options) {
  CLI::App* const command =
      app.add_subcommand("compile", "compile a text of kernels for a device, and print what is wrong at which line");
  command->add_option("file", options.file, "the text, as the kernel editor saves it")
      ->type_name("FILE.cu")
      ->required();
  command
      ->add_option("--kernel", options.kernels,
                   "a functor of the text; without one, the text has a function pixel(Index, const Frame&)")
      ->type_name("TYPE")
      ->allow_extra_args(false);
  command->add_option("--define", options.definitions, "a definition; can be given many times")
      ->type_name("NAME[=VALUE]")
      ->allow_extra_args(false);
  command->add_flag("--json", options.is_json, "as JSON");
  add_common_options(*command, options.common);
}

}  // namespace texelscope::app
