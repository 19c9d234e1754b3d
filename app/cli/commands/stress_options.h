#pragma once

#include <string>

#include "app/cli/common_options.h"

namespace CLI {
class App;
}

namespace texelscope::app {

/// The options of `stress`, as given; empty where absent.
struct StressOptions {
  /// The device and the renderer.
  CommonOptions common;
  std::string operations;
  std::string threads = "8";
  std::string streams = "64";
  std::string seed = "1";
  std::string frames;
  std::string scenes;
  bool has_no_frames = false;
  bool is_json = false;
};

/// Adds the subcommand.
void add_stress(CLI::App& app, StressOptions& options);

/// Uses a device at random from many threads, runs many frames, or switches between scenes; 1 when a result is wrong or
/// something is left behind.
[[nodiscard]] int run_stress(const StressOptions& options);

}  // namespace texelscope::app
