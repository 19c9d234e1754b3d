#pragma once

#include <compare>

#include "render/common/pixel_format.h"
#include "render/common/viewport_view.h"

namespace texelscope::render {

/// The position of an image in a view, computed in double precision: floats cannot distinguish the pixels of a large
/// image at high zoom.
struct ViewportLayout {
  /// The framebuffer pixels with centers in the image, within the view's target. Empty (width or height 0) if no pixel
  /// qualifies.
  PixelRect visible;
  /// Whether `visible` covers the whole target.
  bool covers_target = false;
  /// The image position at the upper left corner of `visible`, whole texels and the rest, 0 to 1.
  int first_texel_x = 0;
  int first_texel_y = 0;
  float first_fraction_x = 0;
  float first_fraction_y = 0;
  /// Pixels from the upper left corner of the image to that of `visible`, modulo `checker_period`.
  int checker_shift_x = 0;
  int checker_shift_y = 0;
};

/// Pixels after which the checkerboard under transparency repeats.
inline constexpr int checker_period = 16;

/// @throws Error if zoom, center or exposure is out of range.
[[nodiscard]] ViewportLayout lay_out(const ViewportView& view, int image_width, int image_height);

/// The variant of viewport.frag; the variants are separate programs because every instruction costs time in software
/// renderers.
struct ViewportVariant {
  enum class Sampling : unsigned char { same_size, magnify, magnify_with_grid, minify };

  PixelFormat format = PixelFormat::rgba8;
  Sampling sampling = Sampling::same_size;
  /// When minifying: texels read per pixel and axis, and whether the pixel may cover more.
  int taps = 0;
  bool is_sparse = false;
  /// Whether the image is a layer of an array texture; GL only.
  bool is_layer = false;

  auto operator<=>(const ViewportVariant&) const = default;
};

/// `is_software`: whether the CPU draws, which reads fewer texels per pixel.
[[nodiscard]] ViewportVariant choose_variant(PixelFormat format, const ViewportView& view, bool is_software);

/// The parameters of viewport.frag, in the order of its block of push constants.
struct ViewportConstants {
  /// The upper left pixel of `layout.visible`, with y as the API counts it.
  int corner[2];
  int first_texel[2];
  float first_fraction[2];
  int checker_shift[2];
  float texels_per_pixel;
  float gain;
  float grid_opacity;
  int is_encoded;
  float least_weight;
};

[[nodiscard]] ViewportConstants constants_of(const ViewportView& view, const ViewportLayout& layout, int corner_x,
                                             int corner_y);

}  // namespace texelscope::render
