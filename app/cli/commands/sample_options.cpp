#include "app/cli/commands/sample_options.h"

#include <CLI/CLI.hpp>

namespace texelscope::app {

void add_sample(CLI::App& app, SampleOptions& options) {
  CLI::App* const command = app.add_subcommand("sample", "read a texture at the coordinates of a file, bit by bit");
  add_texture_options(*command, options.texture);
  command->add_option("--coords", options.coords, "where: float32 of shape (N, columns)")
      ->type_name("C.npy")
      ->required();
  command->add_option("--out", options.out, "the results: an array of (N, channels)")->type_name("O.npy")->required();
  command->add_flag("--gradients", options.texture.has_gradients, "the coordinates' derivatives stand behind them");
  command->add_option("--gather", options.texture.gather, "gather this component, 0 to 3, of the four texels around")
      ->type_name("N");
  add_common_options(*command, options.common);
  command->footer(
      std::string(texture_options_help) +
      "\n"
      "C.npy has the columns x[, y[, z]] (cube maps: x, y, z), then the layer of a layered texture, then\n"
      "nothing, or the level; with --gradients, the derivatives of each coordinate along the screen's x and\n"
      "then along its y. Linear memory takes the number of an element.\n"
      "O.npy is float32 where results are floats, else of the texels' type; (N, 4) with --gather.");
}

}  // namespace texelscope::app
