#include "app/cli/commands/surface_options.h"

#include <CLI/CLI.hpp>

namespace texelscope::app {

void add_surface(CLI::App& app, SurfaceOptions& options) {
  CLI::App* const command =
      app.add_subcommand("surface", "write into a surface with a brush, and see which bytes it hits");
  command->add_option("--size", options.size, "width and height in texels, 1 to 4096; without it, 16x4")
      ->type_name("WxH");
  command->add_option("--format", options.format, "type of a channel, such as uint8 or float16; without it, uint8")
      ->type_name("F");
  command->add_option("--channels", options.channels, "1, 2 or 4; without it, 4")->type_name("N");
  command->add_option("--fill", options.fill, "what it begins with: zero, gradient or numbers; without it, zero")
      ->type_name("FILL");
  command->add_option("--at", options.at, "where the brush's first write goes; y counts rows")
      ->type_name("X,Y")
      ->required();
  command->add_option("--x-in", options.x_in, "x counts texels or bytes; or mistaken: texels, used as bytes. texels")
      ->type_name("UNIT");
  command->add_option("--brush", options.brush, "columns and rows of the brush, 1 to 256; without it, 1x1")
      ->type_name("WxH");
  command->add_option("--value", options.value, "a number for each channel, the last for those left; without it, 1")
      ->type_name("V[,V…]");
  command
      ->add_option("--boundary", options.boundary, "what a write outside does: trap, clamp or zero; without it, trap")
      ->type_name("MODE");
  command->add_option("--out", options.out, "the surface after the stroke, of shape (height, width, channels)")
      ->type_name("O.npy");
  command->add_flag("--json", options.is_json, "as JSON");
  add_common_options(*command, options.common);
  command->footer(
      "The x of a surface write counts bytes: x times the element's size, which is the format's size times the\n"
      "channels. A warning on standard error says when it does not. A stroke that may end the device's context runs in "
      "a\nchild process; code 1 when it did.");
}

}  // namespace texelscope::app
