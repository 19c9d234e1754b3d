#pragma once

#include "app/images/view.h"
#include "app/labs/texture/texture_work.h"
#include "app/texture/sample_plane.h"

namespace texelscope::app {

/// Which coordinates the texture lab's picture covers, in texture extents: the texture, or the face of a cube map, lies
/// in 0 … 1 along x (to the right) and y (down).
struct TextureView {
  /// Whether the texture and a part around it are kept in sight, with square texels, when the picture changes its size.
  bool is_fit = true;
  Point center{0.5, 0.5};
  Point span{1.5, 1.5};
  bool operator==(const TextureView& other) const {
    return is_fit == other.is_fit && center.x == other.center.x && center.y == other.center.y &&
           span.x == other.span.x && span.y == other.span.y;
  }

  [[nodiscard]] Point first() const { return {center.x - span.x / 2, center.y - span.y / 2}; }
  [[nodiscard]] Point last() const { return {center.x + span.x / 2, center.y + span.y / 2}; }
  /// The position at a part of the picture's width and height, and back.
  [[nodiscard]] Point at(Point part) const { return {first().x + part.x * span.x, first().y + part.y * span.y}; }
  [[nodiscard]] Point part_of(Point position) const {
    return {(position.x - first().x) / span.x, (position.y - first().y) / span.y};
  }
};

/// What a fit view keeps in sight beyond each edge of the texture, in its extents.
inline constexpr double fit_margin = 0.25;
inline constexpr double smallest_span = 1e-6;
inline constexpr double largest_span = 1e6;

/// Adapts a fit view to a picture of so many pixels of an array.
void settle(TextureView& view, const gpu::ArrayDescriptor& array, double width, double height);
/// Zooms by notches of a wheel about a position; the view is no longer fit.
void zoom_by(TextureView& view, double notches, Point about);
/// Moves what is seen by parts of the picture.
void pan(TextureView& view, Point by_parts);
/// Shows first … last along x or y; nothing for a range that is empty, backwards or beyond the bounds.
void show_range(TextureView& view, bool is_y, double first, double last);

/// The extent of the texture along x or y in the coordinates of a descriptor: 1, or the texels where they are not
/// normalized. The face of a cube map has 1, too.
[[nodiscard]] double unit(const TextureSetup& setup, int axis);

/// Coordinates of a position for a descriptor: in extents, in texels where they are not normalized, or the direction
/// of a point of a cube map's face.
[[nodiscard]] std::array<double, 3> coordinates_at(const TextureSetup& setup, const FetchInput& fetch, Point position);
/// The other way round; nothing for a direction that leads to another face.
[[nodiscard]] std::optional<Point> position_of(const TextureSetup& setup, const FetchInput& fetch,
                                               const std::array<float, 3>& coordinates);

/// The fetches of a picture of width × height pixels, at the pixels' centers.
[[nodiscard]] FetchPlane picture_plane(const TextureInput& input, const TextureSetup& setup, const TextureView& view,
                                       int width, int height);
/// `count` ≥ 2 fetches from one position to another, both included.
[[nodiscard]] FetchPlane line_plane(const TextureInput& input, const TextureSetup& setup, Point from, Point to,
                                    int count);
/// The fetch at a position.
[[nodiscard]] kernels::TextureFetch fetch_at_position(const TextureInput& input, const TextureSetup& setup,
                                                      Point position);

}  // namespace texelscope::app
