#include "gpu/cpu/texture_unit/cube_map.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "gpu/cpu/texture_unit/short_number.h"

namespace texelscope::gpu::cpu::texture_unit {
namespace {

/// The orientation of a face: s runs along axis s_axis in the direction s_sign, t likewise, and the face is at
/// normal_sign on the remaining axis.
struct Face {
  int s_axis, s_sign;
  int t_axis, t_sign;
  int normal_axis, normal_sign;
};
constexpr std::array<Face, 6> faces{{{2, -1, 1, -1, 0, 1},
                                     {2, 1, 1, -1, 0, -1},
                                     {0, 1, 2, 1, 1, 1},
                                     {0, 1, 2, -1, 1, -1},
                                     {0, 1, 1, -1, 2, 1},
                                     {0, -1, 1, -1, 2, -1}}};

/// NaN is below every magnitude.
float magnitude(float value) { return std::isnan(value) ? -1.0F : std::fabs(value); }

float largest_magnitude(float x, float y, float z) {
  const float largest = std::max({magnitude(x), magnitude(y), magnitude(z)});
  return largest < 0 ? std::numeric_limits<float>::quiet_NaN() : largest;
}

/// The intersection of a direction with the cube.
std::array<float, 3> on_cube(const std::array<float, 3>& direction) {
  const float scale = approximate_reciprocal(largest_magnitude(direction[0], direction[1], direction[2]));
  return {direction[0] * scale, direction[1] * scale, direction[2] * scale};
}

std::size_t largest_axis(const std::array<float, 3>& direction) {
  const std::array<float, 3> size{magnitude(direction[0]), magnitude(direction[1]), magnitude(direction[2])};
  return size[2] >= size[0] && size[2] >= size[1] ? 2 : (size[1] >= size[0] ? 1 : 0);
}

/// NaN is 0, and nothing is outside the cube.
std::array<float, 3> limited(const std::array<float, 3>& point) {
  const auto inside = [](float value) { return std::isnan(value) ? 0.0F : std::clamp(value, -1.0F, 1.0F); };
  return {inside(point[0]), inside(point[1]), inside(point[2])};
}

}  // namespace

FacePosition face_position(float x, float y, float z) {
  const std::array<float, 3> direction = on_cube({x, y, z});
  const std::size_t axis = largest_axis(direction);
  const int face = static_cast<int>(2 * axis) + (direction[axis] < 0 ? 1 : 0);
  const Face& on = faces[static_cast<std::size_t>(face)];
  return {static_cast<float>(on.s_sign) * direction[static_cast<std::size_t>(on.s_axis)],
          static_cast<float>(on.t_sign) * direction[static_cast<std::size_t>(on.t_axis)], face};
}

CubeStep step_on_cube(const std::array<float, 3>& from, const std::array<float, 3>& to) {
  const std::array<float, 3> start_point = on_cube(from);
  const std::array<float, 3> end_point = on_cube(to);
  // A coordinate that is NaN is never the largest.
  const std::size_t first_axis = largest_axis(start_point);
  const std::size_t second_axis = largest_axis(end_point);
  const std::array<float, 3> start = limited(start_point);
  const std::array<float, 3> end = limited(end_point);
  const bool is_first_negative = start[first_axis] < 0;
  const float first_sign = is_first_negative ? -1 : 1;
  const float second_sign = end[second_axis] < 0 ? -1 : 1;

  CubeStep step;
  const bool is_opposite = first_axis == second_axis && first_sign != second_sign;
  step.through = is_opposite ? 2 : 0;
  step.is_over_edge = is_opposite || first_axis != second_axis;
  const Face& face = faces[2 * first_axis + (is_first_negative ? 1 : 0)];
  const auto measure = [&](std::size_t number, int along, int direction) {
    const auto axis = static_cast<std::size_t>(along);
    if (std::isinf(start_point[axis])) {
      step.along[number] = std::numeric_limits<double>::infinity();
    } else if (first_axis == second_axis || axis != second_axis) {
      step.along[number] = direction * aligned_difference(start[axis], end[axis]);
    } else {
      const double sign = direction * static_cast<double>(first_sign * second_sign);
      step.along[number] = direction * aligned_difference(start[axis], second_sign);
      step.beyond[number] = sign * aligned_difference(end[first_axis], first_sign);
    }
  };
  measure(0, face.s_axis, face.s_sign);
  measure(1, face.t_axis, face.t_sign);
  return step;
}

FaceTexel across_edge(int face, std::int64_t x, std::int64_t y, std::int64_t extent) {
  // Centers of texels in half texels from the middle of the cube, whose faces are at ± extent. Folding over an edge
  // moves the center from some distance outside this face to the same distance inside the neighbor.
  const Face& from = faces[static_cast<std::size_t>(face)];
  const bool is_over_s = x < 0 || x >= extent;
  const int crossed_axis = is_over_s ? from.s_axis : from.t_axis;
  const int crossed_sign = is_over_s ? (x < 0 ? -from.s_sign : from.s_sign) : (y < 0 ? -from.t_sign : from.t_sign);
  const std::int64_t beyond = std::max({-x, x - extent + 1, -y, y - extent + 1});
  std::array<std::int64_t, 3> center{};
  center[static_cast<std::size_t>(from.s_axis)] = from.s_sign * (2 * x + 1 - extent);
  center[static_cast<std::size_t>(from.t_axis)] = from.t_sign * (2 * y + 1 - extent);
  center[static_cast<std::size_t>(from.normal_axis)] = from.normal_sign * (extent + 1 - 2 * std::min(beyond, extent));

  const int neighbor = 2 * crossed_axis + (crossed_sign < 0 ? 1 : 0);
  const Face& to = faces[static_cast<std::size_t>(neighbor)];
  const auto index = [&](int axis, int sign) {
    return (sign * center[static_cast<std::size_t>(axis)] + extent - 1) / 2;
  };
  return {neighbor, index(to.s_axis, to.s_sign), index(to.t_axis, to.t_sign)};
}

}  // namespace texelscope::gpu::cpu::texture_unit
