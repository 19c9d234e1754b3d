#include "gpu/cpu/texture_unit/gradient.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "gpu/cpu/texture_unit/short_number.h"

namespace texelscope::gpu::cpu::texture_unit {
namespace {

/// The length of an infinite vector, and its infinite components.
constexpr double infinite_texels = 0x1p127;

/// dx, dx + dy, dy and ±(dx − dy), or one component or the length of each.
using Candidates = std::array<double, 4>;
constexpr std::size_t sum = 1;
constexpr std::size_t difference = 3;

Candidates components(double dx, double dy) {
  const double first = truncated(dx);
  const double second = truncated(dy);
  const AlignedSums sums = short_sums(first, second);
  return {first, sums.sum, second, sums.difference};
}

/// 11/16, of each component.
constexpr Scale reduction(11, 4, 3);

/// `axes` is 2 if the components along the third axis are 0.
template <int axes>
Candidates lengths(const Candidates& x, const Candidates& y, const Candidates& z) {
  constexpr Scale second(11, 5, 3);
  constexpr Scale second_of_sum(121, 9, 6);
  constexpr Scale third(1, 2, 0);
  constexpr Scale third_of_sum(11, 6, 3);
  Candidates result;
  for (std::size_t k = 0; k < result.size(); ++k) {
    const bool is_sum = k == sum || k == difference;
    const double largest = std::max(std::fabs(x[k]), std::fabs(y[k]));
    const double smallest = std::min(std::fabs(x[k]), std::fabs(y[k]));
    double length = 0;
    if constexpr (axes == 2) {
      length = scaled(largest, is_sum ? reduction : Scale{}) + scaled(smallest, is_sum ? second_of_sum : second);
    } else {
      const double last = std::fabs(z[k]);
      length = scaled(std::max(largest, last), is_sum ? reduction : Scale{}) +
               scaled(std::max(smallest, std::min(largest, last)), is_sum ? second_of_sum : second) +
               scaled(std::min(smallest, last), is_sum ? third_of_sum : third);
    }
    result[k] = std::min(truncated(length), infinite_texels);
  }
  return result;
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
  const auto& [dx, dy, are_apart] = gradients;
  const std::array<Candidates, 3> vectors{components(dx[0], dy[0]), components(dx[1], dy[1]), components(dx[2], dy[2])};
  const bool is_flat = dx[2] == 0 && dy[2] == 0;
  const Candidates length = (is_flat ? lengths<2> : lengths<3>)(vectors[0], vectors[1], vectors[2]);
  std::size_t longest = 0;
  for (std::size_t k = 1; k < length.size(); ++k) {
    const bool counts = !are_apart || k == 2;
    longest = counts && length[k] > length[longest] ? k : longest;
  }
  const bool is_reversed = longest == difference && !(length[0] > length[2]);
  MajorAxis axis{.length = length[longest]};
  for (std::size_t k = 0; k < 3; ++k) {
    const double component = is_reversed ? -vectors[k][longest] : vectors[k][longest];
    const bool is_reduced = longest == sum || longest == difference;
    axis.vector[k] = is_reduced ? std::copysign(scaled(component, reduction), component) : component;
  }
  return axis;
}

LevelOfDetail level_of_axis(const MajorAxis& axis) {
  return axis.length > 0 ? short_logarithm(axis.length) : smallest_level;
}

}  // namespace texelscope::gpu::cpu::texture_unit
