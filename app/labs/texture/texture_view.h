#pragma once

#include "app/images/view.h"
#include "app/labs/texture/texture_work.h"
#include "app/texture/sample_plane.h"

namespace texelscope::app {

/// The coordinates that the texture lab's image covers, in texture extents: the texture, or a face of a cube map, spans
/// 0 … 1 along x (to the right) and y (downward).
struct TextureView {
  /// Whether the texture and a margin around it stay visible, with square texels, when the image is resized.
  bool is_fit = true;
  Point center{0.5, 0.5};
  Point span{1.5, 1.5};
  bool operator==(const TextureView& other) const {
    return is_fit == other.is_fit && center.x == other.center.x && center.y == other.center.y &&
           span.x == other.span.x && span.y == other.span.y;
  }

  [[nodiscard]] Point first() const { return {center.x - span.x / 2, center.y - span.y / 2}; }
  [[nodiscard]] Point last() const { return {center.x + span.x / 2, center.y + span.y / 2}; }
  /// The position at a fraction of the image's width and height, and the inverse.
  [[nodiscard]] Point at(Point part) const { return {first().x + part.x * span.x, first().y + part.y * span.y}; }
  [[nodiscard]] Point part_of(Point position) const {
    return {(position.x - first().x) / span.x, (position.y - first().y) / span.y};
  }
};

/// The margin of a fit view beyond each edge of the texture, as a fraction of its extents.
inline constexpr double fit_margin = 0.25;
inline constexpr double smallest_span = 1e-6;
inline constexpr double largest_span = 1e6;

/// Adapts a fit view to an image of this many pixels of an array.
void settle(TextureView& view, const gpu::ArrayDescriptor& array, double width, double height);
/// Zooms by wheel notches around a position; the view is no longer fit.
void zoom_by(TextureView& view, double notches, Point about);
/// Moves the view by fractions of the image.
void pan(TextureView& view, Point by_parts);
/// Shows first … last along x or y; ignores a range that is empty, reversed or out of bounds.
void show_range(TextureView& view, bool is_y, double first, double last);

/// The extent of the texture along x or y in the coordinates of a descriptor: 1, or the number of texels if they are
/// not normalized. Also 1 for a cube map's face.
[[nodiscard]] double unit(const TextureSetup& setup, int axis);

/// Coordinates of a position for a descriptor: in extents, in texels if they are not normalized, or the direction to a
/// point on a cube map's face.
[[nodiscard]] std::array<double, 3> coordinates_at(const TextureSetup& setup, const FetchInput& fetch, Point position);
/// The inverse of coordinates_at(); nothing for a direction to a different face.
[[nodiscard]] std::optional<Point> position_of(const TextureSetup& setup, const FetchInput& fetch,
                                               const std::array<float, 3>& coordinates);

/// The fetches of an image of width × height pixels, at the pixels' centers.
[[nodiscard]] FetchPlane picture_plane(const TextureInput& input, const TextureSetup& setup, const TextureView& view,
                                       int width, int height);
/// `count` ≥ 2 fetches from one position to another, both included.
[[nodiscard]] FetchPlane line_plane(const TextureInput& input, const TextureSetup& setup, Point from, Point to,
                                    int count);
/// The fetch at a position.
[[nodiscard]] kernels::TextureFetch fetch_at_position(const TextureInput& input, const TextureSetup& setup,
                                                      Point position);

}  // namespace texelscope::app
