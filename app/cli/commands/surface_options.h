#pragma once

#include <string>

#include "app/cli/common_options.h"

namespace texelscope::app {

/// The options of `surface`, as given; empty where absent.
struct SurfaceOptions {
  CommonOptions common;
  std::string size = "16x4";
  std::string format = "uint8";
  std::string channels = "4";
  std::string fill = "zero";
  std::string at;
  std::string x_in = "texels";
  std::string brush = "1x1";
  std::string value = "1";
  std::string boundary = "trap";
  std::string out;
  bool is_json = false;
};

void add_surface(CLI::App& app, SurfaceOptions& options);

/// Writes a stroke into a surface, tells which texels it changed, and writes the surface to a file. 1 when the stroke
/// ended the context of the child process that tried it.
[[nodiscard]] int run_surface(const SurfaceOptions& options);

}  // namespace texelscope::app
