#include "app/compare/measures/color_difference.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numbers>
#include <optional>
#include <vector>

namespace texelscope::app {
namespace {

constexpr double degree = std::numbers::pi / 180;

/// The cube root: an initial guess from the exponent, and three steps of Halley's method. Takes half the time of
/// std::cbrt.
double cube_root(double value) {
  double root = std::bit_cast<double>(std::bit_cast<std::uint64_t>(value) / 3 + (715094163ULL << 32U));
  for (int step = 0; step < 3; ++step) {
    const double cube = root * root * root;
    root *= (cube + 2 * value) / (2 * cube + value);
  }
  return root;
}

/// CIE 15: the cube root with a linear part near black.
double lab_curve(double value) {
  constexpr double delta = 6.0 / 29.0;
  return value > delta * delta * delta ? cube_root(value) : value / (3 * delta * delta) + 4.0 / 29.0;
}

constexpr int curve_steps = 4096;

const double* curve_table() {
  static const std::vector<double> table = [] {
    std::vector<double> values;
    // With rounded matrix entries, white is slightly above 1.
    for (int step = 0; step <= curve_steps + 2; ++step) {
      values.push_back(lab_curve(static_cast<double>(step) / curve_steps));
    }
    return values;
  }();
  return table.data();
}

double to_the_seventh(double value) {
  const double cube = value * value * value;
  return cube * cube * value;
}

/// The hue in degrees, 0 … 360; 0 for gray.
double hue_of(double a, double b) {
  if (a == 0 && b == 0) {
    return 0;
  }
  const double hue = std::atan2(b, a) / degree;
  return hue < 0 ? hue + 360 : hue;
}

/// The weight of high chroma, 0 … 1.
double chroma_weight(double chroma) {
  return std::sqrt(to_the_seventh(chroma) / (to_the_seventh(chroma) + to_the_seventh(25)));
}

double mean_hue(double first, double second) {
  if (std::abs(first - second) <= 180) {
    return (first + second) / 2;
  }
  return (first + second + (first + second < 360 ? 360 : -360)) / 2;
}

double hue_step(double first, double second) {
  const double step = second - first;
  return step > 180 ? step - 360 : step < -180 ? step + 360 : step;
}

/// lab_curve() of 0…1 by linear interpolation in a table: the error is at most 5·10⁻⁶, where the curvature is highest.
double quick_lab_curve(const double* table, double value) {
  const double place = value * curve_steps;
  const auto entry = static_cast<std::size_t>(place);
  return table[entry] + (place - static_cast<double>(entry)) * (table[entry + 1] - table[entry]);
}

/// The largest error of a bound computed from the table: 500 · 1.5 · 4 curves along a, and less along the others.
constexpr double table_error = 0.02;

template <class Curve>
Lab lab_by(const std::array<double, 3>& linear, const Curve& curve) {
  const auto [red, green, blue] = linear;
  // Each divisor is the sum of its row, which is that component of white.
  const double x = curve((0.41239080 * red + 0.35758434 * green + 0.18048079 * blue) / 0.95045593);
  const double y = curve(0.21263901 * red + 0.71516868 * green + 0.07219232 * blue);
  const double z = curve((0.01933082 * red + 0.11919478 * green + 0.95053215 * blue) / 1.08905775);
  return {116 * y - 16, 500 * (x - y), 200 * (y - z)};
}

/// CIELAB computed from the table, for colors in 0…1.
Lab quick_lab(const double* table, const std::array<double, 3>& linear) {
  return lab_by(linear, [table](double value) { return quick_lab_curve(table, value); });
}

bool is_number(const std::array<double, 3>& color) {
  return !std::isnan(color[0]) && !std::isnan(color[1]) && !std::isnan(color[2]);
}

}  // namespace

Lab lab_from_linear(const std::array<double, 3>& linear) { return lab_by(linear, lab_curve); }

double ciede2000(const Lab& first, const Lab& second) {
  const double mean_of_chromas = (std::hypot(first.a, first.b) + std::hypot(second.a, second.b)) / 2;
  const double scale = 1 + (1 - chroma_weight(mean_of_chromas)) / 2;
  const double chroma_1 = std::hypot(first.a * scale, first.b);
  const double chroma_2 = std::hypot(second.a * scale, second.b);
  const double hue_1 = hue_of(first.a * scale, first.b);
  const double hue_2 = hue_of(second.a * scale, second.b);
  const bool has_gray = chroma_1 * chroma_2 == 0;

  const double lightness_step = second.lightness - first.lightness;
  const double chroma_step = chroma_2 - chroma_1;
  const double hue_difference =
      has_gray ? 0 : 2 * std::sqrt(chroma_1 * chroma_2) * std::sin(hue_step(hue_1, hue_2) / 2 * degree);

  const double lightness = (first.lightness + second.lightness) / 2;
  const double chroma = (chroma_1 + chroma_2) / 2;
  const double hue = has_gray ? hue_1 + hue_2 : mean_hue(hue_1, hue_2);
  const double t = 1 - 0.17 * std::cos((hue - 30) * degree) + 0.24 * std::cos(2 * hue * degree) +
                   0.32 * std::cos((3 * hue + 6) * degree) - 0.20 * std::cos((4 * hue - 63) * degree);
  const double from_middle = (lightness - 50) * (lightness - 50);
  const double lightness_weight = 1 + 0.015 * from_middle / std::sqrt(20 + from_middle);
  const double chroma_scale = 1 + 0.045 * chroma;
  const double hue_scale = 1 + 0.015 * chroma * t;
  const double from_blue = (hue - 275) / 25;
  const double rotation = -2 * chroma_weight(chroma) * std::sin(60 * std::exp(-from_blue * from_blue) * degree);

  const double l = lightness_step / lightness_weight;
  const double c = chroma_step / chroma_scale;
  const double h = hue_difference / hue_scale;
  return std::sqrt(std::max(0.0, l * l + c * c + h * h + rotation * c * h));
}

double ciede2000_bound(const Lab& first, const Lab& second) {
  const double lightness = first.lightness - second.lightness;
  const double a = 1.5 * (first.a - second.a);
  const double b = first.b - second.b;
  return std::sqrt(lightness * lightness + a * a + b * b);
}

namespace {

/// Both colors as seen by an eye adapted to the brighter one: 0…1. Nothing if no difference needs to be computed; the
/// result is then in `other`.
std::optional<std::array<std::array<double, 3>, 2>> adapted(const std::array<double, 3>& first,
                                                            const std::array<double, 3>& second, double& other) {
  other = 0;
  if (!is_number(first) || !is_number(second)) {
    other = is_number(first) == is_number(second) ? 0 : std::numeric_limits<double>::infinity();
    return std::nullopt;
  }
  if (first == second) {
    return std::nullopt;
  }
  std::array<std::array<double, 3>, 2> colors{first, second};
  double brightest = 1;
  for (std::array<double, 3>& color : colors) {
    for (double& channel : color) {
      channel = std::max(channel, 0.0);
      brightest = std::max(brightest, channel);
    }
  }
  if (std::isinf(brightest)) {
    other = std::numeric_limits<double>::infinity();
    return std::nullopt;
  }
  for (std::array<double, 3>& color : colors) {
    for (double& channel : color) {
      channel /= brightest;
    }
  }
  return colors;
}

TEXELSCOPE_VECTOR_CLONES void find_bounds(float* __restrict first, float* __restrict second, float* __restrict bounds) {
  constexpr std::size_t y = color_block;
  constexpr std::size_t z = 2 * color_block;
  to_lab_curves(first, first + y, first + z);
  to_lab_curves(second, second + y, second + z);
  for (std::size_t index = 0; index < color_block; ++index) {
    const float x_step = first[index] - second[index];
    const float y_step = first[y + index] - second[y + index];
    const float z_step = first[z + index] - second[z + index];
    const float lightness = 116 * y_step;
    const float a = 1.5F * 500 * (x_step - y_step);
    const float b = 200 * (y_step - z_step);
    bounds[index] = lightness * lightness + a * a + b * b;
  }
}

/// Covers the rounding of floats with 24 bits.
constexpr float rounding = 0.02F;

}  // namespace

double color_difference(const std::array<double, 3>& first, const std::array<double, 3>& second) {
  double other = 0;
  const auto colors = adapted(first, second, other);
  return colors ? ciede2000(lab_from_linear((*colors)[0]), lab_from_linear((*colors)[1])) : other;
}

bool color_difference_exceeds(const std::array<double, 3>& first, const std::array<double, 3>& second, double limit) {
  double other = 0;
  const auto colors = adapted(first, second, other);
  if (!colors) {
    return !(other <= limit);
  }
  const double* const table = curve_table();
  const double bound = ciede2000_bound(quick_lab(table, (*colors)[0]), quick_lab(table, (*colors)[1]));
  return !(bound + table_error <= limit) &&
         !(ciede2000(lab_from_linear((*colors)[0]), lab_from_linear((*colors)[1])) <= limit);
}

void find_color_bounds(ColorBlock& first, ColorBlock& second, std::array<float, color_block>& bounds) {
  find_bounds(first[0].data(), second[0].data(), bounds.data());
  for (float& bound : bounds) {
    bound = std::sqrt(bound) + rounding;
  }
}

}  // namespace texelscope::app
