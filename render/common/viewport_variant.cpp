#include "render/common/viewport_variant.h"

#include <algorithm>
#include <cmath>

namespace texelscope::render {
namespace {

constexpr float grid_begin_zoom = 8;
constexpr float grid_full_zoom = 24;
constexpr float grid_full_opacity = 0.4F;
// A pixel is the exact mean of its texels down to a zoom of 1 / 2^halvings.
constexpr int halvings_on_hardware = 4;
constexpr int halvings_on_software = 2;

float opacity_of_grid(const ViewportView& view) {
  if (!view.has_grid || view.zoom <= grid_begin_zoom) {
    return 0;
  }
  return grid_full_opacity * std::min(1.0F, (view.zoom - grid_begin_zoom) / (grid_full_zoom - grid_begin_zoom));
}

}  // namespace

ViewportVariant choose_variant(PixelFormat format, const ViewportView& view, bool is_software) {
  using Sampling = ViewportVariant::Sampling;
  const int halving_limit = is_software ? halvings_on_software : halvings_on_hardware;
  if (view.zoom == 1.0F) {
    return {format, Sampling::same_size, 0, false};
  }
  if (view.zoom > 1.0F) {
    return {format, opacity_of_grid(view) > 0 ? Sampling::magnify_with_grid : Sampling::magnify, 0, false};
  }
  int halvings = 1;
  while (halvings < halving_limit && view.zoom * static_cast<float>(1 << halvings) < 1.0F) {
    ++halvings;
  }
  const int texels = 1 << halvings;
  // A pixel as wide as n texels touches n + 1 of them.
  return {format, Sampling::minify, texels + 1, view.zoom * static_cast<float>(texels) < 1.0F};
}

ViewportConstants constants_of(const ViewportView& view, const ViewportLayout& layout, int corner_x, int corner_y) {
  // At 1:1 each pixel's centre lies in one texel: half a pixel from the corner, rounded down.
  const bool is_same_size = view.zoom == 1.0F;
  return {.corner = {corner_x, corner_y},
          .first_texel = {layout.first_texel_x + (is_same_size && layout.first_fraction_x >= 0.5F ? 1 : 0),
                          layout.first_texel_y + (is_same_size && layout.first_fraction_y >= 0.5F ? 1 : 0)},
          .first_fraction = {layout.first_fraction_x, layout.first_fraction_y},
          .checker_shift = {layout.checker_shift_x, layout.checker_shift_y},
          .texels_per_pixel = 1 / view.zoom,
          .gain = std::exp2(view.exposure),
          .grid_opacity = opacity_of_grid(view)};
}

}  // namespace texelscope::render
