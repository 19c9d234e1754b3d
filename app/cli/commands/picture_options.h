#pragma once

#include <string>
#include <vector>

#include "app/cli/cli.h"
#include "app/cli/common_options.h"
#include "app/cli/startup_options.h"

namespace CLI {
class App;
}

namespace texelscope::app {

/// The options of `picture`, as given; empty where absent.
struct PictureOptions {
  CommonOptions common;
  StartupOptions beginning;
  std::string frame;
  std::string size = "1280x720";
  double scale = 1;
  std::vector<std::string> steps;
  std::string out;
  std::string list;
  std::vector<std::string> only;
  bool is_check = false;
};

/// Adds the subcommand.
void add_picture(CLI::App& app, PictureOptions& options);

/// Draws one picture of the window, or all of a list; or compares those of a list with the files that are there, 1 when
/// one is another. @throws UsageError, ParameterError, FileError, gpu::Error, render::Error.
[[nodiscard]] int run_picture(const PictureOptions& options, const WindowFunctions& window);

}  // namespace texelscope::app
