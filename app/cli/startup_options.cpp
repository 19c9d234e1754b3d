#include "app/cli/startup_options.h"

#include <CLI/CLI.hpp>

#include "app/cli/common_options.h"

namespace texelscope::app {

CLI::Option* add_startup_options(CLI::App& command, StartupOptions& options) {
  CLI::Option* const image = command.add_option(
      "IMAGE", options.image, "the picture to look at: png, jpg, bmp, tga, hdr, pgm or ppm; or tensors: npy or npz");
  image->type_name("");
  command.add_option("--session", options.session, "a session file to go on from")->type_name("FILE");
  command.add_option("--scene", options.scene, "the scene to begin with")->type_name("SCENE");
  command.add_option("--lab", options.lab, "the lab to open in place of the scene, such as layouts or streams")
      ->type_name("LAB");
  add_settings(command, options.settings);
  return image;
}

ExploreOptions explore_options(const StartupOptions& options) {
  const auto path = [](const std::string& text) {
    return text.empty() ? std::nullopt : std::optional<std::filesystem::path>(text);
  };
  ExploreOptions begin;
  begin.image = path(options.image);
  begin.session = path(options.session);
  begin.scene = options.scene;
  begin.lab = options.lab;
  begin.settings = settings_option(options.settings);
  return begin;
}

}  // namespace texelscope::app
