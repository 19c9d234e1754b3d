#pragma once

#include "render/common/viewport_view.h"

namespace texelscope::render {

/// Where an image lies in a view, worked out in double precision: floats do not tell the pixels of a large image apart
/// at high zoom.
struct ViewportLayout {
  /// The framebuffer pixels whose centres lie in the image, within the view's target. Empty (width or height 0) when
  /// there are none.
  PixelRect visible;
  /// Whether `visible` is all of the target.
  bool covers_target = false;
  /// The image position at the upper left corner of `visible`, whole texels and the rest, 0 to 1.
  int first_texel_x = 0;
  int first_texel_y = 0;
  float first_fraction_x = 0;
  float first_fraction_y = 0;
  /// Pixels from the image's upper left corner to that of `visible`, modulo `checker_period`.
  int checker_shift_x = 0;
  int checker_shift_y = 0;
};

/// Pixels after which the checkerboard under transparency repeats.
inline constexpr int checker_period = 16;

/// @throws Error when zoom, centre or exposure is no usable number.
[[nodiscard]] ViewportLayout lay_out(const ViewportView& view, int image_width, int image_height);

}  // namespace texelscope::render
