#pragma once

#include <string>

#include "app/cli/common_options.h"
#include "app/cli/texture_options.h"

namespace CLI {
class App;
}

namespace texelscope::app {

/// The options of `sample`, as given; empty where absent.
struct SampleOptions {
  CommonOptions common;
  TextureOptions texture;
  std::string coords;
  std::string out;
};

/// Adds the subcommand.
void add_sample(CLI::App& app, SampleOptions& options);

/// Reads a texture at the coordinates of a file and writes the results.
[[nodiscard]] int run_sample(const SampleOptions& options);

}  // namespace texelscope::app
