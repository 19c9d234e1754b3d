#include "app/compare/measures/flip.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numbers>
#include <utility>
#include <vector>

#include "app/compare/measures/flip_filter.h"
#include "app/compare/measures/lab_block.h"
#include "app/images/row_ranges.h"

namespace texelscope::app {
namespace {

TEXELSCOPE_IN_LOOP Color linear_from_xyz(Color c) {
  return {3.24096994F * c.x - 1.53738318F * c.y - 0.49861076F * c.z,
          -0.96924364F * c.x + 1.87596750F * c.y + 0.04155506F * c.z,
          0.05563008F * c.x - 0.20397696F * c.y + 1.05697151F * c.z};
}

// Float comparisons keep GCC from vectorizing, because they may raise floating-point exceptions. The bits of
// nonnegative floats are ordered like their values, and those of negative floats are negative as integers.

TEXELSCOPE_IN_LOOP float clamp_to_display(float value) {
  constexpr std::int32_t one = std::bit_cast<std::int32_t>(1.0F);
  std::int32_t bits = std::bit_cast<std::int32_t>(value);
  bits = bits < 0 ? 0 : bits;
  bits = bits > one ? one : bits;
  return std::bit_cast<float>(bits);
}

/// Converts a block of linear colors to the space of the difference: CIELAB with the chroma scaled by the lightness
/// (Hunt effect).
TEXELSCOPE_IN_LOOP void to_hunt_lab_from_linear(float* __restrict x, float* __restrict y, float* __restrict z) {
  to_lab_curves(x, y, z);
  for (std::size_t index = 0; index < color_block; ++index) {
    const float lightness = 116 * y[index] - 16;
    const float a = 0.01F * lightness * 500 * (x[index] - y[index]);
    const float b = 0.01F * lightness * 200 * (y[index] - z[index]);
    x[index] = lightness;
    y[index] = a;
    z[index] = b;
  }
}

Color hunt_lab_from_linear(Color linear) {
  float x[color_block] = {linear.x};
  float y[color_block] = {linear.y};
  float z[color_block] = {linear.z};
  to_hunt_lab_from_linear(x, y, z);
  return {x[0], y[0], z[0]};
}

float compressed_distance(Color first, Color second) {
  const float a = first.y - second.y;
  const float b = first.z - second.z;
  return std::pow(std::fabs(first.x - second.x) + std::sqrt(a * a + b * b), 0.7F);
}

/// The opponent space of the contrast sensitivity functions.
Color ycxcz_from_linear(Color linear) {
  const Color xyz = relative_to_white(xyz_from_linear(linear));
  return {116 * xyz.y - 16, 500 * (xyz.x - xyz.y), 200 * (xyz.y - xyz.z)};
}

/// Converts a block of filtered opponent colors likewise, after clamping them to the display's gamut.
TEXELSCOPE_VECTOR_CLONES void to_hunt_lab(float* __restrict x, float* __restrict y, float* __restrict z,
                                          std::size_t count) {
  for (std::size_t begin = 0; begin < count; begin += color_block) {
    const std::size_t used = count - begin < color_block ? count - begin : color_block;
    float planes[3][color_block] = {};
    for (std::size_t index = 0; index < used; ++index) {
      const float luminance = (x[begin + index] + 16) / 116;
      const Color linear =
          linear_from_xyz({reference_white.x * (luminance + y[begin + index] / 500), reference_white.y * luminance,
                           reference_white.z * (luminance - z[begin + index] / 200)});
      planes[0][index] = clamp_to_display(linear.x);
      planes[1][index] = clamp_to_display(linear.y);
      planes[2][index] = clamp_to_display(linear.z);
    }
    to_hunt_lab_from_linear(planes[0], planes[1], planes[2]);
    for (std::size_t index = 0; index < used; ++index) {
      x[begin + index] = planes[0][index];
      y[begin + index] = planes[1][index];
      z[begin + index] = planes[2][index];
    }
  }
}

TEXELSCOPE_VECTOR_CLONES void add_scaled(float* __restrict to, const float* __restrict from, float share,
                                         std::size_t count) {
  for (std::size_t index = 0; index < count; ++index) {
    to[index] += share * from[index];
  }
}

/// Adds squares of luminances in 0…1. The weights of a detector sum to 0, so an offset of the plane has no effect.
TEXELSCOPE_VECTOR_CLONES void add_squares(float* __restrict to, const float* __restrict from, std::size_t count) {
  for (std::size_t index = 0; index < count; ++index) {
    const float value = from[index] / 116;
    to[index] += value * value;
  }
}

/// The HyAB distance of two colors from hunt_lab_from_ycxcz, compressed and mapped to 0…1.
float hyab_difference(Color first, Color second) {
  // Blue and green are the most distant primaries of a display.
  static const float largest = compressed_distance(hunt_lab_from_linear({0, 1, 0}), hunt_lab_from_linear({0, 0, 1}));
  constexpr float knee = 0.4F;
  constexpr float knee_value = 0.95F;
  const float distance = compressed_distance(first, second);
  if (distance < knee * largest) {
    return distance * knee_value / (knee * largest);
  }
  return knee_value + (distance - knee * largest) / (largest - knee * largest) * (1 - knee_value);
}

/// The opponent colors of some rows.
struct Opponents {
  Plane y;
  Plane cx;
  Plane cz;
};

/// The opponent colors of a part of an image.
Opponents opponents_of(const SeenImage& image, const PixelRectangle& part) {
  const auto make = [&] { return make_plane(part.width, part.height); };
  Opponents opponents{make(), make(), make()};
  std::size_t index = 0;
  for (int y = part.y; y < part.y + part.height; ++y) {
    image.read_row(part.x, part.x + part.width, y, [&](const std::array<float, 3>& light) {
      const Color color = ycxcz_from_linear({light[0], light[1], light[2]});
      opponents.y.values[index] = color.x;
      opponents.cx.values[index] = color.y;
      opponents.cz.values[index] = color.z;
      ++index;
    });
  }
  return opponents;
}

/// Rows per band: few enough to keep their planes small compared with the images, many enough that few surrounding rows
/// are converted twice.
constexpr int band_height = 64;

/// Rows of one image, visited one by one; rows beyond the border are copies of the first and the last row.
class Viewer {
 public:
  Viewer(const Opponents& opponents, const flip::SensitivityFilters& sensitivity, const flip::FeatureFilters& detectors)
      : opponents_{opponents}, sensitivity_{sensitivity}, detectors_{detectors} {}

  void view_row(int y) {
    const auto width = static_cast<std::size_t>(opponents_.y.width);
    for (std::vector<float>* const values : {&x_, &y_, &z_, &edge_, &point_}) {
      values->assign(width, 0);
    }
    add(opponents_.y, y, sensitivity_.achromatic, x_);
    add(opponents_.cx, y, sensitivity_.red_green, y_);
    add(opponents_.cz, y, sensitivity_.blue_yellow[0], z_);
    add(opponents_.cz, y, sensitivity_.blue_yellow[1], z_);
    to_hunt_lab(x_.data(), y_.data(), z_.data(), width);
    detect(y, detectors_.edge, edge_);
    detect(y, detectors_.point, point_);
  }

  [[nodiscard]] Color color(std::size_t x) const { return {x_[x], y_[x], z_[x]}; }
  /// The strength of edges and points at a pixel, squared.
  [[nodiscard]] float edge(std::size_t x) const { return edge_[x]; }
  [[nodiscard]] float point(std::size_t x) const { return point_[x]; }

 private:
  void add(const Plane& plane, int y, const flip::SeparableFilter& filter, std::vector<float>& to) {
    const std::span<const float> row = row_filter_.filter(plane, y, filter.kernel, filter.kernel);
    add_scaled(to.data(), row.data(), filter.share, row.size());
  }

  /// The squared length of the detector responses along x and y.
  void detect(int y, const flip::Kernel& detector, std::vector<float>& to) {
    const auto add_square = [&](const flip::Kernel& horizontal, const flip::Kernel& vertical) {
      const std::span<const float> row = row_filter_.filter(opponents_.y, y, horizontal, vertical);
      add_squares(to.data(), row.data(), row.size());
    };
    add_square(detector, detectors_.smooth);
    add_square(detectors_.smooth, detector);
  }

  const Opponents& opponents_;
  const flip::SensitivityFilters& sensitivity_;
  const flip::FeatureFilters& detectors_;
  flip::RowFilter row_filter_;
  std::vector<float> x_;
  std::vector<float> y_;
  std::vector<float> z_;
  std::vector<float> edge_;
  std::vector<float> point_;
};

float feature_difference(const Viewer& first, const Viewer& second, std::size_t x) {
  const float edge = std::fabs(std::sqrt(first.edge(x)) - std::sqrt(second.edge(x)));
  const float point = std::fabs(std::sqrt(first.point(x)) - std::sqrt(second.point(x)));
  return std::sqrt(std::max(edge, point) / std::numbers::sqrt2_v<float>);
}

}  // namespace

void for_flip(const SeenImage& expected, const SeenImage& actual, const CellGrid& grid, float pixels_per_degree,
              const FlipRow& take) {
  const flip::SensitivityFilters sensitivity = flip::sensitivity_filters(pixels_per_degree);
  const flip::FeatureFilters features = flip::feature_filters(pixels_per_degree);
  // The number of rows that filters extend up and down.
  const auto reach = static_cast<int>(std::max(sensitivity.achromatic.kernel.size(), features.smooth.size())) / 2;
  const int width = expected.width();
  const int height = expected.height();
  for_ranges(height, band_height, [&](int begin, int end) {
    std::vector<float> values;
    for (const auto& [left, right] : grid.columns_near_differences(begin, end, reach)) {
      const PixelRectangle part = grown({left, begin, right - left, end - begin}, reach, width, height);
      const Opponents opponents[] = {opponents_of(expected, part), opponents_of(actual, part)};
      Viewer first(opponents[0], sensitivity, features);
      Viewer second(opponents[1], sensitivity, features);
      const auto skipped = static_cast<std::size_t>(left - part.x);
      values.resize(static_cast<std::size_t>(right - left));
      for (int y = begin; y < end; ++y) {
        first.view_row(y - part.y);
        second.view_row(y - part.y);
        for (std::size_t x = 0; x < values.size(); ++x) {
          const float color = hyab_difference(first.color(x + skipped), second.color(x + skipped));
          const float feature = feature_difference(first, second, x + skipped);
          values[x] = std::clamp(std::pow(color, 1 - feature), 0.0F, 1.0F);
        }
        take(left, y, values);
      }
    }
  });
}

}  // namespace texelscope::app
