#include "app/compare/measures/flip_filter.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "app/compare/measures/vector_clones.h"

namespace texelscope::app::flip {
namespace {

/// A term a·√(π/b)·exp(−π²x²/b) of a sensitivity function, x in degrees.
struct Term {
  double a;
  double b;
};

constexpr Term achromatic{1, 0.0047};
constexpr Term red_green{1, 0.0053};
constexpr Term blue_yellow[] = {{34.1, 0.04}, {13.5, 0.025}};

std::vector<double> gaussian(double exponent, int radius) {
  std::vector<double> values;
  for (int offset = -radius; offset <= radius; ++offset) {
    values.push_back(std::exp(exponent * offset * offset));
  }
  return values;
}

double sum_of(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) {
    sum += value;
  }
  return sum;
}

Kernel scaled(const std::vector<double>& values, double positive, double negative) {
  Kernel kernel;
  for (const double value : values) {
    kernel.push_back(static_cast<float>(value > 0 ? value * positive : value * negative));
  }
  return kernel;
}

double exponent_of(Term term, double pixels_per_degree) {
  return -std::numbers::pi * std::numbers::pi / (term.b * pixels_per_degree * pixels_per_degree);
}

/// The 2D sum of a term is its factor times the square of the 1D sum.
double total_of(Term term, double pixels_per_degree, int radius) {
  const double sum = sum_of(gaussian(exponent_of(term, pixels_per_degree), radius));
  return term.a * std::sqrt(std::numbers::pi / term.b) * sum * sum;
}

SeparableFilter filter_of(Term term, double share, double pixels_per_degree, int radius) {
  const std::vector<double> values = gaussian(exponent_of(term, pixels_per_degree), radius);
  const double scale = 1 / sum_of(values);
  return {scaled(values, scale, scale), static_cast<float>(share)};
}

Kernel balanced(const std::vector<double>& values) {
  double positive = 0;
  double negative = 0;
  for (const double value : values) {
    (value > 0 ? positive : negative) += value;
  }
  return scaled(values, 1 / positive, -1 / negative);
}

}  // namespace

SensitivityFilters sensitivity_filters(float pixels_per_degree) {
  const double density = static_cast<double>(pixels_per_degree);
  // Three standard deviations of the widest term.
  const double pi = std::numbers::pi;
  const int radius = static_cast<int>(std::ceil(3 * std::sqrt(blue_yellow[0].b / (2 * pi * pi)) * density));
  const double first = total_of(blue_yellow[0], density, radius);
  const double second = total_of(blue_yellow[1], density, radius);
  return {filter_of(achromatic, 1, density, radius),
          filter_of(red_green, 1, density, radius),
          {filter_of(blue_yellow[0], first / (first + second), density, radius),
           filter_of(blue_yellow[1], second / (first + second), density, radius)}};
}

FeatureFilters feature_filters(float pixels_per_degree) {
  constexpr double width_in_degrees = 0.082;
  const double sigma = 0.5 * width_in_degrees * static_cast<double>(pixels_per_degree);
  const int radius = static_cast<int>(std::ceil(3 * sigma));
  const std::vector<double> smooth = gaussian(-1 / (2 * sigma * sigma), radius);
  std::vector<double> edge = smooth;
  std::vector<double> point = smooth;
  for (int offset = -radius; offset <= radius; ++offset) {
    const auto index = static_cast<std::size_t>(offset + radius);
    edge[index] *= -offset;
    point[index] *= offset * offset / (sigma * sigma) - 1;
  }
  const double scale = 1 / sum_of(smooth);
  return {scaled(smooth, scale, scale), balanced(edge), balanced(point)};
}

namespace {

/// GCC keeps this many sums in registers.
constexpr std::size_t block = 16;

/// Sets `count` values of `to` to the sum over all taps of weight × value of the tap's row.
TEXELSCOPE_VECTOR_CLONES void weighted_sum(float* __restrict to, const float* const* rows, const float* weights,
                                           std::size_t taps, std::size_t count) {
  std::size_t begin = 0;
  for (; begin + block <= count; begin += block) {
    // Kept in registers.
    float sums[block] = {};
    for (std::size_t tap = 0; tap < taps; ++tap) {
      const float* const row = rows[tap] + begin;
      const float weight = weights[tap];
      for (std::size_t index = 0; index < block; ++index) {
        sums[index] += weight * row[index];
      }
    }
    for (std::size_t index = 0; index < block; ++index) {
      to[begin + index] = sums[index];
    }
  }
  for (; begin < count; ++begin) {
    float sum = 0;
    for (std::size_t tap = 0; tap < taps; ++tap) {
      sum += weights[tap] * rows[tap][begin];
    }
    to[begin] = sum;
  }
}

}  // namespace

std::span<const float> RowFilter::filter(const Plane& plane, int y, const Kernel& horizontal, const Kernel& vertical) {
  const auto width = static_cast<std::size_t>(plane.width);
  const std::size_t radius = horizontal.size() / 2;
  padded_.resize(width + 2 * radius);
  result_.resize(width);
  float* const inner = padded_.data() + radius;
  const int reach = static_cast<int>(vertical.size() / 2);
  rows_.clear();
  for (int offset = -reach; offset <= reach; ++offset) {
    rows_.push_back(plane.row(std::clamp(y + offset, 0, plane.height - 1)));
  }
  weighted_sum(inner, rows_.data(), vertical.data(), vertical.size(), width);
  std::fill_n(padded_.data(), radius, inner[0]);
  std::fill_n(inner + width, radius, inner[width - 1]);
  rows_.clear();
  for (std::size_t tap = 0; tap < horizontal.size(); ++tap) {
    rows_.push_back(padded_.data() + tap);
  }
  weighted_sum(result_.data(), rows_.data(), horizontal.data(), horizontal.size(), width);
  return result_;
}

}  // namespace texelscope::app::flip
