#pragma once

#include "app/core/view.h"

namespace texelscope::app {

/// Where the parts of the window lie, in pixels from its upper left corner. They share no pixel and fill the window; a
/// part that is hidden has no width or no height.
struct Regions {
  Rect menu;
  Rect side;
  /// Dragged to change the side panel's width.
  Rect splitter;
  Rect viewport;
  /// Below the viewport: what is under the mouse.
  Rect readout;
  Rect log;
  /// Right of the viewport: the lessons.
  Rect course;
  Rect status;
};

struct RegionOptions {
  float width = 0;
  float height = 0;
  float scale = 1;
  /// At scale 1.
  float side_width = 288;
  bool has_side = true;
  bool has_log = false;
  bool has_course = false;
};

/// Whole pixels, so that texels of the viewport meet pixels. The side panel gives way to the viewport in small windows.
[[nodiscard]] Regions make_regions(const RegionOptions& options);

/// The side panel's width that a drag to `x` asks for, at scale 1.
[[nodiscard]] float dragged_side_width(float x, float scale);

}  // namespace texelscope::app
