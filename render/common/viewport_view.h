#pragma once

#include "render/common/pixel_rect.h"

namespace texelscope::render {

/// The placement of an image in a rectangle of the framebuffer.
struct ViewportView {
  /// The rectangle, in framebuffer pixels from the lower left corner.
  PixelRect target;
  /// Framebuffer pixels per texel, 1/65536 to 65536.
  float zoom = 1;
  /// The image position, in texels from its upper left corner (row 0 on top), shown at the target's center.
  float center_x = 0;
  float center_y = 0;
  /// Stops of exposure, -64 to 64: values are multiplied by 2^exposure before display. Linear float images only.
  float exposure = 0;
  /// Whether the values of a float image are already encoded for a display, and are shown unchanged.
  bool is_encoded = false;
  /// Whether the image's colors are multiplied by alpha: drawn without another multiplication, over a checkerboard that
  /// shows by 1 - alpha. Light with alpha 0 is visible.
  bool is_premultiplied = false;
  /// Lines between texels; fade in from 8 pixels per texel.
  bool has_grid = true;
  /// Color around the image.
  float background[3] = {0.08F, 0.08F, 0.09F};

  bool operator==(const ViewportView&) const = default;
};

}  // namespace texelscope::render
