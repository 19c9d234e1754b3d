#pragma once

#include "app/text/parameter.h"

namespace texelscope::app {

/// The frame's size in texels. One that follows the viewport is made again when the viewport has come to rest; scenes
/// with history keep their size, since another one starts them anew.
struct FrameSize {
  bool follows_viewport = true;
  int width = 512;
  int height = 512;
  bool operator==(const FrameSize&) const = default;
};

/// The largest width and height of a frame that the window offers.
inline constexpr int maximum_frame_extent = 8192;

/// What the session remembers of a scene while others run.
struct SceneSettings {
  ParameterValues values;
  FrameSize size;
  bool operator==(const SceneSettings&) const = default;
};

}  // namespace texelscope::app
