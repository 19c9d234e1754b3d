#include "app/images/view.h"

#include <algorithm>
#include <cmath>

namespace texelscope::app {
namespace {

// The steps of a wheel: 2^k and 1.5 · 2^k, without 1.5, which would give texels of two sizes.
double next_step(double zoom, bool is_up) {
  constexpr double tolerance = 1e-6;
  double best = is_up ? maximum_zoom : 0;
  for (int exponent = -16; exponent <= 8; ++exponent) {
    for (const double mantissa : {1.0, 1.5}) {
      const double step = std::ldexp(mantissa, exponent);
      if (step == 1.5) {
        continue;
      }
      if (is_up && step > zoom * (1 + tolerance)) {
        best = std::min(best, step);
      }
      if (!is_up && step < zoom * (1 - tolerance)) {
        best = std::max(best, step);
      }
    }
  }
  return best;
}

double settle_axis(double center, double zoom, double viewport, std::int64_t image) {
  center = std::clamp(center, 0.0, static_cast<double>(image));
  const double corner = std::round(viewport / 2 - center * zoom);
  return (viewport / 2 - corner) / zoom;
}

double width_of(const ViewExtent& extent) { return static_cast<double>(extent.image_width); }
double height_of(const ViewExtent& extent) { return static_cast<double>(extent.image_height); }

}  // namespace

double fit_zoom(const ViewExtent& extent) {
  const double zoom = std::min(extent.viewport_width / width_of(extent), extent.viewport_height / height_of(extent));
  return std::clamp(zoom >= 1 ? std::floor(zoom) : zoom, 1e-4, maximum_zoom);
}

double minimum_zoom(const ViewExtent& extent) { return std::min(1.0, fit_zoom(extent)); }

void settle(View& view, const ViewExtent& extent) {
  if (view.is_fit) {
    view.zoom = fit_zoom(extent);
    view.center = {width_of(extent) / 2, height_of(extent) / 2};
  }
  view.zoom = std::clamp(view.zoom, minimum_zoom(extent), maximum_zoom);
  view.center.x = settle_axis(view.center.x, view.zoom, extent.viewport_width, extent.image_width);
  view.center.y = settle_axis(view.center.y, view.zoom, extent.viewport_height, extent.image_height);
}

void fit(View& view, const ViewExtent& extent) {
  view.is_fit = true;
  settle(view, extent);
}

void zoom_to(View& view, const ViewExtent& extent, double zoom, Point anchor) {
  const Point kept = image_position(view, extent, anchor);
  view.is_fit = false;
  view.zoom = std::clamp(zoom, minimum_zoom(extent), maximum_zoom);
  view.center = {kept.x - (anchor.x - extent.viewport_width / 2) / view.zoom,
                 kept.y - (anchor.y - extent.viewport_height / 2) / view.zoom};
  settle(view, extent);
}

void zoom_by(View& view, const ViewExtent& extent, double notches, Point anchor) {
  double zoom = view.zoom;
  if (std::abs(notches) < 1) {
    // A touchpad: no steps, so that slow movements add up.
    zoom *= std::exp2(notches / 2);
  }
  for (int i = 0; i < static_cast<int>(std::min(std::abs(notches), 16.0)); ++i) {
    zoom = next_step(zoom, notches > 0);
  }
  if (notches < 0 && zoom <= fit_zoom(extent) && fit_zoom(extent) <= 1) {
    fit(view, extent);
    return;
  }
  zoom_to(view, extent, zoom, anchor);
}

void pan(View& view, const ViewExtent& extent, double dx, double dy) {
  view.is_fit = false;
  view.center.x -= dx / view.zoom;
  view.center.y -= dy / view.zoom;
  settle(view, extent);
}

Point image_position(const View& view, const ViewExtent& extent, Point in_viewport) {
  return {view.center.x + (in_viewport.x - extent.viewport_width / 2) / view.zoom,
          view.center.y + (in_viewport.y - extent.viewport_height / 2) / view.zoom};
}

Point viewport_position(const View& view, const ViewExtent& extent, Point in_image) {
  return {extent.viewport_width / 2 + (in_image.x - view.center.x) * view.zoom,
          extent.viewport_height / 2 + (in_image.y - view.center.y) * view.zoom};
}

}  // namespace texelscope::app
