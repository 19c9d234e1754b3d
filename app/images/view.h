#pragma once

#include <cstdint>

namespace texelscope::app {

/// A position; its unit is documented where it is used.
struct Point {
  double x = 0;
  double y = 0;
  bool operator==(const Point&) const = default;
};

/// A box: upper left corner and size; the unit is documented where it is used.
struct Rect {
  float x = 0;
  float y = 0;
  float width = 0;
  float height = 0;

  [[nodiscard]] float right() const noexcept { return x + width; }
  [[nodiscard]] float bottom() const noexcept { return y + height; }
  [[nodiscard]] bool contains(double px, double py) const noexcept {
    return px >= x && py >= y && px < x + width && py < y + height;
  }
  [[nodiscard]] bool contains_middle_of(const Rect& other) const noexcept {
    return contains(other.x + other.width / 2, other.y + other.height / 2);
  }
};

/// The extents of a view: the viewport in pixels of the framebuffer, and the image in texels.
struct ViewExtent {
  double viewport_width = 1;
  double viewport_height = 1;
  std::int64_t image_width = 1;
  std::int64_t image_height = 1;
  /// Whether a magnifying fit uses an integer zoom, so that all texels have the same size.
  bool has_whole_fit = true;
};

/// The placement of an image in the viewport. Positions in the viewport are pixels from its upper left corner;
/// positions in the image are texels from its upper left corner: texel (0, 0) covers 0 … 1.
struct View {
  /// Whether the whole image stays visible when the viewport or the image changes size.
  bool is_fit = true;
  /// Pixels per texel.
  double zoom = 1;
  /// The image position at the viewport's center.
  Point center;
  /// Counterclockwise rotation of the image about that center, in degrees.
  double rotation = 0;
};

/// The highest zoom, in pixels per texel.
inline constexpr double maximum_zoom = 256;

/// The zoom at which the whole unrotated image just fits, regardless of the limits of a view.
[[nodiscard]] double exact_fit_zoom(const ViewExtent& extent);
/// That zoom within the limits, and an integer if the extent requires it.
[[nodiscard]] double fit_zoom(const ViewExtent& extent);
/// The lowest zoom: fit, or 1 if the whole image is visible at 1.
[[nodiscard]] double minimum_zoom(const ViewExtent& extent);

/// Restores a view's limits after the viewport or the image has changed: fits the image if is_fit, otherwise keeps the
/// center inside it. The corner of an unrotated image is aligned to a pixel's corner, so that texel edges are sharp.
void settle(View& view, const ViewExtent& extent);
/// Shows the whole image, and keeps it visible.
void fit(View& view, const ViewExtent& extent);
/// Sets the zoom and keeps the texel at `anchor` (in the viewport) in place.
void zoom_to(View& view, const ViewExtent& extent, double zoom, Point anchor);
/// Zooms by notches of a wheel: whole notches follow the steps 1, 2, 3, 4, 6, 8, 12 … and 3/4, 1/2, 3/8 …
void zoom_by(View& view, const ViewExtent& extent, double notches, Point anchor);
/// Moves the image by a distance in the viewport.
void pan(View& view, const ViewExtent& extent, double dx, double dy);

/// The image position shown at a position in the viewport.
[[nodiscard]] Point image_position(const View& view, const ViewExtent& extent, Point in_viewport);
/// The viewport position of an image position.
[[nodiscard]] Point viewport_position(const View& view, const ViewExtent& extent, Point in_image);

}  // namespace texelscope::app
