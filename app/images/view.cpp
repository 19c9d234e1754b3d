#include "app/images/view.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace texelscope::app {
namespace {

// The steps of a wheel: 2^k and 1.5 · 2^k, except 1.5, which would make texels differ in size.
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

double on_pixel_corner(double center, double zoom, double viewport) {
  const double corner = std::round(viewport / 2 - center * zoom);
  return (viewport / 2 - corner) / zoom;
}

/// A distance rotated clockwise, as y points down.
Point turned(double dx, double dy, double degrees) {
  const double angle = degrees * std::numbers::pi / 180;
  const double cosine = std::cos(angle);
  const double sine = std::sin(angle);
  return {cosine * dx - sine * dy, sine * dx + cosine * dy};
}

/// Converts a distance in the viewport to a distance in the image.
Point to_image(const View& view, double dx, double dy) {
  const Point distance = turned(dx, dy, view.rotation);
  return {distance.x / view.zoom, distance.y / view.zoom};
}

Point to_viewport(const View& view, double dx, double dy) {
  const Point distance = turned(dx, dy, -view.rotation);
  return {distance.x * view.zoom, distance.y * view.zoom};
}

double width_of(const ViewExtent& extent) { return static_cast<double>(extent.image_width); }
double height_of(const ViewExtent& extent) { return static_cast<double>(extent.image_height); }

}  // namespace

double exact_fit_zoom(const ViewExtent& extent) {
  return std::min(extent.viewport_width / width_of(extent), extent.viewport_height / height_of(extent));
}

double fit_zoom(const ViewExtent& extent) {
  const double zoom = exact_fit_zoom(extent);
  return std::clamp(zoom >= 1 && extent.has_whole_fit ? std::floor(zoom) : zoom, 1e-4, maximum_zoom);
}

double minimum_zoom(const ViewExtent& extent) { return std::min(1.0, fit_zoom(extent)); }

void settle(View& view, const ViewExtent& extent) {
  if (view.is_fit) {
    view.zoom = fit_zoom(extent);
    view.center = {width_of(extent) / 2, height_of(extent) / 2};
  }
  view.zoom = std::clamp(view.zoom, minimum_zoom(extent), maximum_zoom);
  view.center.x = std::clamp(view.center.x, 0.0, width_of(extent));
  view.center.y = std::clamp(view.center.y, 0.0, height_of(extent));
  if (view.rotation == 0) {
    view.center.x = on_pixel_corner(view.center.x, view.zoom, extent.viewport_width);
    view.center.y = on_pixel_corner(view.center.y, view.zoom, extent.viewport_height);
  }
}

void fit(View& view, const ViewExtent& extent) {
  view.is_fit = true;
  settle(view, extent);
}

void zoom_to(View& view, const ViewExtent& extent, double zoom, Point anchor) {
  const Point kept = image_position(view, extent, anchor);
  view.is_fit = false;
  view.zoom = std::clamp(zoom, minimum_zoom(extent), maximum_zoom);
  const Point offset = to_image(view, anchor.x - extent.viewport_width / 2, anchor.y - extent.viewport_height / 2);
  view.center = {kept.x - offset.x, kept.y - offset.y};
  settle(view, extent);
}

void zoom_by(View& view, const ViewExtent& extent, double notches, Point anchor) {
  double zoom = view.zoom;
  if (std::abs(notches) < 1) {
    // A touchpad zooms without steps, so that slow movements add up.
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
  const Point offset = to_image(view, dx, dy);
  view.center.x -= offset.x;
  view.center.y -= offset.y;
  settle(view, extent);
}

Point image_position(const View& view, const ViewExtent& extent, Point in_viewport) {
  const Point offset =
      to_image(view, in_viewport.x - extent.viewport_width / 2, in_viewport.y - extent.viewport_height / 2);
  return {view.center.x + offset.x, view.center.y + offset.y};
}

Point viewport_position(const View& view, const ViewExtent& extent, Point in_image) {
  const Point offset = to_viewport(view, in_image.x - view.center.x, in_image.y - view.center.y);
  return {extent.viewport_width / 2 + offset.x, extent.viewport_height / 2 + offset.y};
}

}  // namespace texelscope::app
