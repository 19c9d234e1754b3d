#include "app/compare/measures.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "app/compare/flip_color.h"
#include "app/compare/flip_filter.h"
#include "app/compare/rows.h"

namespace texelscope::app {
namespace {

using flip::Color;

struct Opponents {
  Plane y;
  Plane cx;
  Plane cz;
};

Opponents opponents_of(const Colors& colors) {
  const int width = colors.red.width;
  const int height = colors.red.height;
  Opponents opponents{make_plane(width, height), make_plane(width, height), make_plane(width, height)};
  for_row_ranges(height, [&](int begin, int end) {
    const auto row_length = static_cast<std::size_t>(width);
    for (std::size_t pixel = static_cast<std::size_t>(begin) * row_length;
         pixel < static_cast<std::size_t>(end) * row_length; ++pixel) {
      const Color color =
          flip::ycxcz_from_srgb({colors.red.values[pixel], colors.green.values[pixel], colors.blue.values[pixel]});
      opponents.y.values[pixel] = color.x;
      opponents.cx.values[pixel] = color.y;
      opponents.cz.values[pixel] = color.z;
    }
  });
  return opponents;
}

/// How strong edges and points are at a pixel.
struct Features {
  float edge = 0;
  float point = 0;
};

/// One image, seen row by row.
class Viewer {
 public:
  Viewer(const Opponents& opponents, const flip::SensitivityFilters& sensitivity, const flip::FeatureFilters& detectors)
      : opponents_{opponents}, sensitivity_{sensitivity}, detectors_{detectors} {}

  void view_row(int y) {
    colors.assign(static_cast<std::size_t>(opponents_.y.width), {});
    add(opponents_.y, y, sensitivity_.achromatic, &Color::x);
    add(opponents_.cx, y, sensitivity_.red_green, &Color::y);
    add(opponents_.cz, y, sensitivity_.blue_yellow[0], &Color::z);
    add(opponents_.cz, y, sensitivity_.blue_yellow[1], &Color::z);
    for (Color& color : colors) {
      color = flip::hunt_lab_from_ycxcz(color);
    }
    features.assign(colors.size(), {});
    detect(y, detectors_.edge, &Features::edge);
    detect(y, detectors_.point, &Features::point);
  }

  std::vector<Color> colors;
  std::vector<Features> features;

 private:
  void add(const Plane& plane, int y, const flip::SeparableFilter& filter, float Color::*member) {
    const std::span<const float> row = row_filter_.filter(plane, y, filter.kernel, filter.kernel);
    for (std::size_t x = 0; x < row.size(); ++x) {
      colors[x].*member += filter.share * row[x];
    }
  }

  /// The length of what the detector finds along x and along y, of luminance in 0…1.
  void detect(int y, const flip::Kernel& detector, float Features::*member) {
    // Detectors sum to 0: an offset of the plane changes nothing.
    const auto add_square = [&](const flip::Kernel& horizontal, const flip::Kernel& vertical) {
      const std::span<const float> row = row_filter_.filter(opponents_.y, y, horizontal, vertical);
      for (std::size_t x = 0; x < row.size(); ++x) {
        const float value = row[x] / 116;
        features[x].*member += value * value;
      }
    };
    add_square(detector, detectors_.smooth);
    add_square(detectors_.smooth, detector);
    for (Features& feature : features) {
      feature.*member = std::sqrt(feature.*member);
    }
  }

  const Opponents& opponents_;
  const flip::SensitivityFilters& sensitivity_;
  const flip::FeatureFilters& detectors_;
  flip::RowFilter row_filter_;
};

float feature_difference(Features first, Features second) {
  const float largest = std::max(std::fabs(first.edge - second.edge), std::fabs(first.point - second.point));
  return std::sqrt(largest / std::numbers::sqrt2_v<float>);
}

}  // namespace

std::vector<float> flip_map(const Colors& expected, const Colors& actual, float pixels_per_degree) {
  const flip::SensitivityFilters sensitivity = flip::sensitivity_filters(pixels_per_degree);
  const flip::FeatureFilters features = flip::feature_filters(pixels_per_degree);
  const Opponents opponents[] = {opponents_of(expected), opponents_of(actual)};
  Plane map = make_plane(expected.red.width, expected.red.height);
  for_row_ranges(map.height, [&](int begin, int end) {
    Viewer first(opponents[0], sensitivity, features);
    Viewer second(opponents[1], sensitivity, features);
    for (int y = begin; y < end; ++y) {
      first.view_row(y);
      second.view_row(y);
      float* const row = map.row(y);
      for (std::size_t x = 0; x < first.colors.size(); ++x) {
        const float color = flip::color_difference(first.colors[x], second.colors[x]);
        const float feature = feature_difference(first.features[x], second.features[x]);
        row[x] = std::clamp(std::pow(color, 1 - feature), 0.0F, 1.0F);
      }
    }
  });
  return std::move(map.values);
}

FlipSummary summarize_flip(std::vector<float> map) {
  if (map.empty()) {
    return {};
  }
  std::ranges::sort(map);
  double sum = 0;
  for (const float value : map) {
    sum += static_cast<double>(value);
  }
  FlipSummary summary;
  summary.mean = sum / static_cast<double>(map.size());
  summary.max = static_cast<double>(map.back());
  summary.percentile_95 = static_cast<double>(map[(map.size() - 1) * 95 / 100]);
  double below = 0;
  for (const float value : map) {
    below += static_cast<double>(value);
    if (below >= sum / 2) {
      summary.weighted_median = static_cast<double>(value);
      break;
    }
  }
  return summary;
}

}  // namespace texelscope::app
