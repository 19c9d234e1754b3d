#pragma once

#include <string>
#include <vector>

#include "app/gui/explore_options.h"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace texelscope::app {

/// What a window begins with, as given; empty where absent.
struct StartupOptions {
  std::string image;
  std::string session;
  std::string scene = ExploreOptions{}.scene;
  std::string lab;
  std::vector<std::string> settings;
};

/// Adds them; returns the picture's.
CLI::Option* add_startup_options(CLI::App& command, StartupOptions& options);

/// @throws UsageError for a setting without '='.
[[nodiscard]] ExploreOptions explore_options(const StartupOptions& options);

}  // namespace texelscope::app
