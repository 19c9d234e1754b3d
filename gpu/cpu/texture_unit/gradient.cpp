#include "gpu/cpu/texture_unit/gradient.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "gpu/cpu/texture_unit/short_number.h"

namespace texelscope::gpu::cpu::texture_unit {
namespace {

/// The length of an infinite vector, and its infinite components.
constexpr double infinite_texels = 0x1p127;

/// Magnitudes, the largest first.
TexelVector sorted_magnitudes(const TexelVector& vector) {
  const auto [lower, upper] = std::minmax({std::fabs(vector[0]), std::fabs(vector[1])});
  const double last = std::fabs(vector[2]);
  return {std::max(upper, last), std::max(lower, std::min(upper, last)), std::min(lower, last)};
}

double length(const TexelVector& vector) {
  const TexelVector size = sorted_magnitudes(vector);
  return std::min(truncated(size[0] + scaled(size[1], 11, 5, 3) + size[2] / 4), infinite_texels);
}

/// 11/16 of the length.
double reduced_length(const TexelVector& vector) {
  const TexelVector size = sorted_magnitudes(vector);
  return std::min(truncated(scaled(size[0], 11, 4, 3) + scaled(size[1], 121, 9, 6) + scaled(size[2], 11, 6, 3)),
                  infinite_texels);
}

template <class Component>
TexelVector each(const Component& component) {
  return {component(0), component(1), component(2)};
}

/// 11/16 of a vector.
TexelVector reduced(const TexelVector& vector) {
  return each([&](std::size_t axis) { return std::copysign(scaled(vector[axis], 11, 4, 3), vector[axis]); });
}

}  // namespace

double derivative_in_texels(double derivative, std::int64_t extent) {
  // Written so that NaN fails the comparison.
  if (!(std::fabs(derivative) >= static_cast<double>(std::numeric_limits<float>::min()))) {
    return 0;
  }
  return std::fabs(derivative) >= infinite_from ? std::copysign(infinite_texels, derivative)
                                                : short_product(derivative, static_cast<double>(extent));
}

MajorAxis major_axis(const Gradients& gradients) {
  const TexelVector dx = each([&](std::size_t axis) { return truncated(gradients.dx[axis]); });
  const TexelVector dy = each([&](std::size_t axis) { return truncated(gradients.dy[axis]); });
  const double length_of_dx = length(dx);
  const double length_of_dy = length(dy);
  if (gradients.are_apart) {
    return length_of_dy > length_of_dx ? MajorAxis{dy, length_of_dy} : MajorAxis{dx, length_of_dx};
  }
  const TexelVector sum = each([&](std::size_t axis) { return short_sum(dx[axis], dy[axis]); });
  const double sign = length_of_dx > length_of_dy ? 1 : -1;
  const TexelVector difference = each([&](std::size_t axis) { return short_sum(sign * dx[axis], -sign * dy[axis]); });
  const double length_of_sum = reduced_length(sum);
  const double length_of_difference = reduced_length(difference);
  const double longest = std::max({length_of_dx, length_of_sum, length_of_dy, length_of_difference});
  if (longest == length_of_dx) {
    return {dx, longest};
  }
  if (longest == length_of_sum) {
    return {reduced(sum), longest};
  }
  return longest == length_of_dy ? MajorAxis{dy, longest} : MajorAxis{reduced(difference), longest};
}

LevelOfDetail level_of_axis(const MajorAxis& axis) {
  return axis.length > 0 ? short_logarithm(axis.length) : smallest_level;
}

}  // namespace texelscope::gpu::cpu::texture_unit
