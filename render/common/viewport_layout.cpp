#include "render/common/viewport_layout.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "render/common/error.h"

namespace texelscope::render {
namespace {

constexpr float smallest_zoom = 1.0F / 65536;
constexpr float largest_zoom = 65536;
constexpr float largest_exposure = 64;  // Beyond, 0 × 2^exposure would become NaN.

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
    throw Error{fmt::format("cannot draw an image at {} pixels per texel: take 1/65536 to 65536", view.zoom)};
  }
  if (!std::isfinite(view.center_x) || !std::isfinite(view.center_y)) {
    throw Error{fmt::format("cannot centre an image on ({}, {}): take finite positions", view.center_x, view.center_y)};
  }
  if (!(std::abs(view.exposure) <= largest_exposure)) {
    throw Error{fmt::format("cannot expose an image by {} stops: take -64 to 64", view.exposure)};
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

}  // namespace texelscope::render
