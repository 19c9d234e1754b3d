#include "app/cli/commands/explain_options.h"

#include <CLI/CLI.hpp>

namespace texelscope::app {

void add_explain(CLI::App& app, ExplainOptions& options) {
  CLI::App* const command = app.add_subcommand("explain", "tell what one fetch of a texture does, step by step");
  add_texture_options(*command, options.texture);
  command->add_option("--at", options.at, "where: a row as of the file that sample takes")
      ->type_name("x[,y[,z]][,layer][,level]")
      ->required();
  command->add_flag("--gradients", options.texture.has_gradients, "the coordinates' derivatives stand behind them");
  command->add_option("--gather", options.texture.gather, "gather this component, 0 to 3, of the four texels around")
      ->type_name("N");
  command->add_flag("--json", options.is_json, "as JSON");
  add_common_options(*command, options.common);
  command->footer(std::string(texture_options_help) +
                  "\n"
                  "--at takes x[,y[,z]] (cube maps: the direction x,y,z), then the layer of a layered texture, then\n"
                  "nothing, or the level; with --gradients, the derivatives of each coordinate along the screen's x\n"
                  "and then along its y. Linear memory takes the number of an element.\n"
                  "The steps are the model's; what the device returns for the same fetch stands below them.");
}

}  // namespace texelscope::app
