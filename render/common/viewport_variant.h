#pragma once

#include <compare>

#include "render/common/pixel_format.h"
#include "render/common/viewport_layout.h"

namespace texelscope::render {

/// Which of the programs that viewport.frag can be; they are separate since software renderers pay for every
/// instruction.
struct ViewportVariant {
  enum class Sampling : unsigned char { same_size, magnify, magnify_with_grid, minify };

  PixelFormat format = PixelFormat::rgba8;
  Sampling sampling = Sampling::same_size;
  /// When minifying: texels read for a pixel each way, and whether there may be more than those under it.
  int taps = 0;
  bool is_sparse = false;
  /// Whether the image is a layer of an array texture; of GL alone.
  bool is_layer = false;

  auto operator<=>(const ViewportVariant&) const = default;
};

/// `is_software`: whether a processor draws, which takes fewer texels for a pixel.
[[nodiscard]] ViewportVariant choose_variant(PixelFormat format, const ViewportView& view, bool is_software);

/// What viewport.frag wants to know, in the order of its block of push constants.
struct ViewportConstants {
  /// The upper left pixel to draw: of `layout.visible`, y as the API counts it.
  int corner[2];
  int first_texel[2];
  float first_fraction[2];
  int checker_shift[2];
  float texels_per_pixel;
  float gain;
  float grid_opacity;
};

[[nodiscard]] ViewportConstants constants_of(const ViewportView& view, const ViewportLayout& layout, int corner_x,
                                             int corner_y);

}  // namespace texelscope::render
