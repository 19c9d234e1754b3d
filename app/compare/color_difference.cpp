#include "app/compare/color_difference.h"

#include <algorithm>
#include <limits>
#include <numbers>

namespace texelscope::app {
namespace {

constexpr double degree = std::numbers::pi / 180;

/// CIE 15: the cube root with its linear part near black.
double lab_curve(double value) {
  constexpr double delta = 6.0 / 29.0;
  return value > delta * delta * delta ? std::cbrt(value) : value / (3 * delta * delta) + 4.0 / 29.0;
}

double to_the_seventh(double value) {
  const double cube = value * value * value;
  return cube * cube * value;
}

/// In degrees, 0 … 360; 0 for gray.
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

bool is_number(const std::array<double, 3>& color) {
  return !std::isnan(color[0]) && !std::isnan(color[1]) && !std::isnan(color[2]);
}

}  // namespace

Lab lab_from_linear(const std::array<double, 3>& linear) {
  const auto [red, green, blue] = linear;
  // The sum of each row is the white, by which it is divided.
  const double x = lab_curve((0.41239080 * red + 0.35758434 * green + 0.18048079 * blue) / 0.95045593);
  const double y = lab_curve(0.21263901 * red + 0.71516868 * green + 0.07219232 * blue);
  const double z = lab_curve((0.01933082 * red + 0.11919478 * green + 0.95053215 * blue) / 1.08905775);
  return {116 * y - 16, 500 * (x - y), 200 * (y - z)};
}

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

double color_difference(std::array<double, 3> first, std::array<double, 3> second) {
  if (!is_number(first) || !is_number(second)) {
    return is_number(first) == is_number(second) ? 0 : std::numeric_limits<double>::infinity();
  }
  if (first == second) {
    return 0;
  }
  double brightest = 1;
  for (std::size_t channel = 0; channel < 3; ++channel) {
    first[channel] = std::max(first[channel], 0.0);
    second[channel] = std::max(second[channel], 0.0);
    brightest = std::max({brightest, first[channel], second[channel]});
  }
  if (std::isinf(brightest)) {
    return std::numeric_limits<double>::infinity();
  }
  for (std::size_t channel = 0; channel < 3; ++channel) {
    first[channel] /= brightest;
    second[channel] /= brightest;
  }
  return ciede2000(lab_from_linear(first), lab_from_linear(second));
}

}  // namespace texelscope::app
