#include "app/labs/texture/texture_view.h"

#include <algorithm>
#include <cmath>

#include "app/texture/cube_face.h"

namespace texelscope::app {
namespace {

using Vector = std::array<double, 3>;

kernels::Float3 float3(const Vector& vector) {
  return {static_cast<float>(vector[0]), static_cast<float>(vector[1]), static_cast<float>(vector[2])};
}

kernels::Float3 step_between(const Vector& from, const Vector& to, double count) {
  return float3({(to[0] - from[0]) / count, (to[1] - from[1]) / count, (to[2] - from[2]) / count});
}

void limit(double& span) { span = std::clamp(span, smallest_span, largest_span); }

}  // namespace

void settle(TextureView& view, const gpu::ArrayDescriptor& array, double width, double height) {
  if (!view.is_fit || width < 1 || height < 1) {
    return;
  }
  view.center = {0.5, 0.5};
  view.span = {1 + 2 * fit_margin, 1 + 2 * fit_margin};
  if (array.shape.rank() == 1) {
    return;
  }
  // Pixels of a texel, the same along both axes.
  const auto columns = static_cast<double>(array.shape.width());
  const auto rows = static_cast<double>(array.shape.height());
  const double zoom = std::min(width / (view.span.x * columns), height / (view.span.y * rows));
  view.span = {width / (zoom * columns), height / (zoom * rows)};
}

void zoom_by(TextureView& view, double notches, Point about) {
  const double factor = std::pow(0.8, notches);
  const auto along = [&](double& center, double& span, double anchor) {
    const double before = span;
    span *= factor;
    limit(span);
    center = anchor + (center - anchor) * span / before;
  };
  along(view.center.x, view.span.x, about.x);
  along(view.center.y, view.span.y, about.y);
  view.is_fit = false;
}

void pan(TextureView& view, Point by_parts) {
  view.center.x = std::clamp(view.center.x - by_parts.x * view.span.x, -largest_span, largest_span);
  view.center.y = std::clamp(view.center.y - by_parts.y * view.span.y, -largest_span, largest_span);
  view.is_fit = false;
}

double unit(const TextureSetup& setup, int axis) {
  const bool is_normalized = setup.texture.normalized_coords && setup.resource != gpu::ResourceKind::linear;
  return is_normalized || setup.array.is_cube_map() ? 1.0 : static_cast<double>(setup.array.shape[axis]);
}

void show_range(TextureView& view, bool is_y, double first, double last) {
  const double span = last - first;
  if (!(span >= smallest_span && span <= largest_span) || !(std::abs(first) <= largest_span)) {
    return;
  }
  (is_y ? view.center.y : view.center.x) = (first + last) / 2;
  (is_y ? view.span.y : view.span.x) = span;
  view.is_fit = false;
}

std::array<double, 3> coordinates_at(const TextureSetup& setup, const FetchInput& fetch, Point position) {
  if (setup.array.is_cube_map()) {
    return face_direction<Vector, double>(fetch.face, 2 * position.x - 1, 2 * position.y - 1);
  }
  return {position.x * unit(setup, 0), position.y * unit(setup, 1), static_cast<double>(fetch.depth) * unit(setup, 2)};
}

std::optional<Point> position_of(const TextureSetup& setup, const FetchInput& fetch,
                                 const std::array<float, 3>& coordinates) {
  if (!setup.array.is_cube_map()) {
    return Point{coordinates[0] / unit(setup, 0),
                 setup.array.shape.rank() == 1 ? 0.5 : coordinates[1] / unit(setup, 1)};
  }
  // The face's s and t are each a multiple of one coordinate; its corner determines which, and with which sign.
  const auto along = [&](const Vector& of_s) {
    return of_s[0] * coordinates[0] + of_s[1] * coordinates[1] + of_s[2] * coordinates[2];
  };
  const Vector middle = face_direction<Vector, double>(fetch.face, 0, 0);
  const double major = along(middle);
  const auto difference = [&](const Vector& end) {
    return Vector{end[0] - middle[0], end[1] - middle[1], end[2] - middle[2]};
  };
  if (!(major > 0)) {
    return std::nullopt;
  }
  return Point{(along(difference(face_direction<Vector, double>(fetch.face, 1, 0))) / major + 1) / 2,
               (along(difference(face_direction<Vector, double>(fetch.face, 0, 1))) / major + 1) / 2};
}

FetchPlane picture_plane(const TextureInput& input, const TextureSetup& setup, const TextureView& view, int width,
                         int height) {
  const auto at = [&](double x, double y) {
    return coordinates_at(setup, input.fetch, view.at({x / width, y / height}));
  };
  const Vector origin = at(0.5, 0.5);
  FetchPlane plane{fetch_of(input),
                   float3(origin),
                   step_between(origin, at(width + 0.5, 0.5), width),
                   step_between(origin, at(0.5, height + 0.5), height),
                   width,
                   height};
  return plane;
}

FetchPlane line_plane(const TextureInput& input, const TextureSetup& setup, Point from, Point to, int count) {
  const Vector origin = coordinates_at(setup, input.fetch, from);
  const Vector end = coordinates_at(setup, input.fetch, to);
  return {fetch_of(input), float3(origin), step_between(origin, end, count - 1.0), {}, count, 1};
}

kernels::TextureFetch fetch_at_position(const TextureInput& input, const TextureSetup& setup, Point position) {
  return fetch_at({.fetch = fetch_of(input), .origin = float3(coordinates_at(setup, input.fetch, position))}, 0, 0);
}

}  // namespace texelscope::app
