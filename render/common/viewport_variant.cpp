#include "render/common/viewport_variant.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "render/common/error.h"

namespace texelscope::render {
namespace {

constexpr float smallest_zoom = 1.0F / 65536;
constexpr float largest_zoom = 65536;
constexpr float largest_exposure = 64;  // Beyond this exposure, 0 × 2^exposure would become NaN.

/// One axis of the layout, counted from the target's left or upper edge.
struct Axis {
  int begin = 0;
  int end = 0;
  int first_texel = 0;
  float first_fraction = 0;
  int checker_shift = 0;
};

Axis lay_out_axis(double center, double zoom, int target_extent, int image_extent) {
  const auto pixel_of = [&](double position) { return (position - center) * zoom + 0.5 * target_extent; };
  const auto first_pixel_from = [&](double position) {
    return static_cast<int>(std::clamp(std::ceil(pixel_of(position) - 0.5), 0.0, static_cast<double>(target_extent)));
  };
  Axis axis;
  axis.begin = first_pixel_from(0);
  axis.end = first_pixel_from(image_extent);
  if (axis.begin >= axis.end) {
    return axis;
  }
  const double corner = center + (axis.begin - 0.5 * target_extent) / zoom;
  axis.first_texel = static_cast<int>(std::floor(corner));
  axis.first_fraction = static_cast<float>(corner - std::floor(corner));
  const double shift = axis.begin - std::floor(pixel_of(0) + 0.5);
  axis.checker_shift = static_cast<int>(shift - std::floor(shift / checker_period) * checker_period);
  return axis;
}

}  // namespace

ViewportLayout lay_out(const ViewportView& view, int image_width, int image_height) {
  if (!(view.zoom >= smallest_zoom && view.zoom <= largest_zoom)) {
    throw Error{fmt::format("cannot draw an image at {} pixels per texel: use 1/65536 to 65536", view.zoom)};
  }
  if (!std::isfinite(view.center_x) || !std::isfinite(view.center_y)) {
    throw Error{
        fmt::format("cannot center an image on ({}, {}): use finite coordinates", view.center_x, view.center_y)};
  }
  if (!(std::abs(view.exposure) <= largest_exposure)) {
    throw Error{fmt::format("cannot draw an image with an exposure of {} stops: use -64 to 64", view.exposure)};
  }
  const PixelRect& target = view.target;
  if (target.width < 1 || target.height < 1) {
    return {};
  }
  const Axis x = lay_out_axis(view.center_x, view.zoom, target.width, image_width);
  const Axis y = lay_out_axis(view.center_y, view.zoom, target.height, image_height);
  ViewportLayout layout;
  if (x.begin >= x.end || y.begin >= y.end) {
    return layout;
  }
  layout.visible = {target.x + x.begin, target.y + target.height - y.end, x.end - x.begin, y.end - y.begin};
  layout.covers_target = layout.visible.width == target.width && layout.visible.height == target.height;
  layout.first_texel_x = x.first_texel;
  layout.first_texel_y = y.first_texel;
  layout.first_fraction_x = x.first_fraction;
  layout.first_fraction_y = y.first_fraction;
  layout.checker_shift_x = x.checker_shift;
  layout.checker_shift_y = y.checker_shift;
  return layout;
}

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
  // A pixel n texels wide touches n + 1 of them.
  return {format, Sampling::minify, texels + 1, view.zoom * static_cast<float>(texels) < 1.0F};
}

ViewportConstants constants_of(const ViewportView& view, const ViewportLayout& layout, int corner_x, int corner_y) {
  // At 1:1, each pixel's center is in one texel: half a pixel from the corner, rounded down.
  const bool is_same_size = view.zoom == 1.0F;
  return {.corner = {corner_x, corner_y},
          .first_texel = {layout.first_texel_x + (is_same_size && layout.first_fraction_x >= 0.5F ? 1 : 0),
                          layout.first_texel_y + (is_same_size && layout.first_fraction_y >= 0.5F ? 1 : 0)},
          .first_fraction = {layout.first_fraction_x, layout.first_fraction_y},
          .checker_shift = {layout.checker_shift_x, layout.checker_shift_y},
          .texels_per_pixel = 1 / view.zoom,
          .gain = std::exp2(view.exposure),
          .grid_opacity = opacity_of_grid(view),
          .is_encoded = view.is_encoded ? 1 : 0,
          .least_weight = view.is_premultiplied ? 1.0F : 0.0F};
}

}  // namespace texelscope::render
