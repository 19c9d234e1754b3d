#include "app/cli/commands/conformance_options.h"

#include <CLI/CLI.hpp>

namespace texelscope::app {

void add_conformance(CLI::App& app, ConformanceOptions& options) {
  CLI::App* const command =
      app.add_subcommand("conformance", "compare the model of the texture unit with a GPU, bit by bit");
  command->add_option("--samples", options.samples, "in all; without it, 10000000 (400000 to record)")->type_name("N");
  command->add_option("--seed", options.seed, "of what is drawn; without it, 1")->type_name("S");
  command->add_option("--only", options.only, "only classes whose name contains this")->type_name("TEXT");
  command->add_option("--record", options.record, "write what the device returned, for machines without it")
      ->type_name("FILE");
  command->add_option("--replay", options.replay, "compare with what was recorded; on the CPU device without --device")
      ->type_name("FILE");
  command->add_flag("--json", options.is_json, "as JSON");
  add_common_options(*command, options.common);
  command->footer(
      "Draws textures of every format, shape, address mode, filter and kind of memory, and coordinates dense around "
      "the\n"
      "edges of texels; NaNs count as equal. A class is exact, or has the largest difference found. Code 1 when any\n"
      "differs.");
}

}  // namespace texelscope::app
