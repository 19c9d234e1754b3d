#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/cli/common_options.h"

/// The subcommands, one file each. Each throws its errors and returns its exit code otherwise.
namespace texelscope::app {

struct RenderOptions {
  CommonOptions common;
  std::string scene;
  std::string out;
  /// Empty: the scene's default frame.
  std::string frame;
  /// "FIRST:LAST" and every how many; empty: one frame.
  std::string frames;
  std::string step;
  std::string size = "1280x720";
  std::string input;
  std::vector<std::string> settings;
  /// Whether frames run as recorded graphs.
  bool is_replayed = false;
};

/// Renders frames of a scene to PNG files or a video, without a window.
[[nodiscard]] int run_render(const RenderOptions& options);

/// Lists the scenes and their parameters.
[[nodiscard]] int run_scenes(bool is_json);

/// Lists the devices: what they are, or why they cannot be used.
[[nodiscard]] int run_devices(bool is_json);

/// Checks each link of the way from a device to a picture.
[[nodiscard]] int run_doctor(const CommonOptions& common, bool is_json);

}  // namespace texelscope::app
