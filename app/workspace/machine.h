#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/device/graphics_placement.h"

namespace texelscope::app {

/// The device and renderer of the window; fixed while it is open.
struct DeviceFacts {
  /// "cpu", "cuda:0".
  std::string device;
  std::string device_name;
  std::string renderer;
  /// "GL" or "Vulkan", and its version and driver.
  std::string api;
  std::string api_version;
  bool is_direct = false;
  /// The reason why pixels are copied through the host; empty if they are not.
  std::string path_reason;
};

/// A display of the desktop.
struct DisplayFacts {
  std::string name;
  /// Pixels of its mode.
  int width = 0;
  int height = 0;
  /// In hertz.
  int refresh_rate = 0;
  float scale = 1;
};

/// Milliseconds of the last frames, smoothed for reading.
struct Timings {
  /// Time between two frames of the window, while it draws continuously.
  double frame_ms = 0;
  /// Whether the window is idle after this frame.
  bool is_idle = false;
  /// 0 if the kernels were not measured separately.
  double kernel_ms = 0;
  double map_ms = 0;
  double draw_ms = 0;
  double unmap_ms = 0;
};

/// The machine that the window runs on.
struct Machine {
  DeviceFacts facts;
  std::vector<DisplayFacts> displays;
  /// The reason why the renderer's GPU differs from the kernels', if it does.
  std::optional<PlacementCure> placement_cure;
  /// Whether the program restarts with the cure's environment variables once the window is closed.
  bool must_start_again = false;
  Timings timings;
};

}  // namespace texelscope::app
