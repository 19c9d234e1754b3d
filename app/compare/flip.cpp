#include "app/compare/flip.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <utility>
#include <vector>

#include "app/compare/flip_filter.h"
#include "app/compare/rows.h"

namespace texelscope::app {
namespace {

/// Three coordinates of a color space that the function's name tells.
struct Color {
  float x = 0;
  float y = 0;
  float z = 0;
};

/// XYZ of red, green and blue of 1, so that gray is exactly gray.
constexpr Color reference_white{0.95045593F, 1.0F, 1.08905775F};

// The matrices follow from the primaries and the white of BT.709.
Color xyz_from_linear(Color c) {
  return {0.41239080F * c.x + 0.35758434F * c.y + 0.18048079F * c.z,
          0.21263901F * c.x + 0.71516868F * c.y + 0.07219232F * c.z,
          0.01933082F * c.x + 0.11919478F * c.y + 0.95053215F * c.z};
}

Color linear_from_xyz(Color c) {
  return {3.24096994F * c.x - 1.53738318F * c.y - 0.49861076F * c.z,
          -0.96924364F * c.x + 1.87596750F * c.y + 0.04155506F * c.z,
          0.05563008F * c.x - 0.20397696F * c.y + 1.05697151F * c.z};
}

Color relative_to_white(Color c) { return {c.x / reference_white.x, c.y / reference_white.y, c.z / reference_white.z}; }

float clamp_to_display(float value) { return std::clamp(value, 0.0F, 1.0F); }

/// CIE 15: the cube root with its linear part near black.
float lab_curve(float value) {
  constexpr float delta = 6.0F / 29.0F;
  return value > delta * delta * delta ? std::cbrt(value) : value / (3 * delta * delta) + 4.0F / 29.0F;
}

Color hunt_lab_from_linear(Color linear) {
  const Color xyz = relative_to_white(xyz_from_linear(linear));
  const float fx = lab_curve(xyz.x);
  const float fy = lab_curve(xyz.y);
  const float fz = lab_curve(xyz.z);
  const float lightness = 116 * fy - 16;
  return {lightness, 0.01F * lightness * 500 * (fx - fy), 0.01F * lightness * 200 * (fy - fz)};
}

float compressed_distance(Color first, Color second) {
  const float a = first.y - second.y;
  const float b = first.z - second.z;
  return std::pow(std::fabs(first.x - second.x) + std::sqrt(a * a + b * b), 0.7F);
}

/// To the opponent space that contrast sensitivity is given in.
Color ycxcz_from_linear(Color linear) {
  const Color xyz = relative_to_white(xyz_from_linear(linear));
  return {116 * xyz.y - 16, 500 * (xyz.x - xyz.y), 200 * (xyz.y - xyz.z)};
}

/// Colors as the difference is taken of: CIELAB with the chroma scaled by the lightness (Hunt's effect). What lies
/// outside the display's colors is clamped first.
Color hunt_lab_from_ycxcz(Color ycxcz) {
  const float y = (ycxcz.x + 16) / 116;
  const Color xyz{reference_white.x * (y + ycxcz.y / 500), reference_white.y * y,
                  reference_white.z * (y - ycxcz.z / 200)};
  const Color linear = linear_from_xyz(xyz);
  return hunt_lab_from_linear({clamp_to_display(linear.x), clamp_to_display(linear.y), clamp_to_display(linear.z)});
}

/// The HyAB distance of two colors of hunt_lab_from_ycxcz, compressed and spread over 0…1.
float hyab_difference(Color first, Color second) {
  // Blue and green are the farthest apart of a display's primaries.
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

/// Of a part of an image.
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

/// Rows that are worked on at once: few enough that their planes stay small beside the images, many enough that rows
/// around them, which are converted once more, are few.
constexpr int band_height = 64;

/// How strong edges and points are at a pixel.
struct Features {
  float edge = 0;
  float point = 0;
};

/// Rows of one image, seen one by one; rows beyond these count as copies of the first and the last.
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
      color = hunt_lab_from_ycxcz(color);
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

void for_flip(const SeenImage& expected, const SeenImage& actual, const CellGrid& grid, float pixels_per_degree,
              const FlipRow& take) {
  const flip::SensitivityFilters sensitivity = flip::sensitivity_filters(pixels_per_degree);
  const flip::FeatureFilters features = flip::feature_filters(pixels_per_degree);
  // Filters look so many rows up and down.
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
          const float color = hyab_difference(first.colors[x + skipped], second.colors[x + skipped]);
          const float feature = feature_difference(first.features[x + skipped], second.features[x + skipped]);
          values[x] = std::clamp(std::pow(color, 1 - feature), 0.0F, 1.0F);
        }
        take(left, y, values);
      }
    }
  });
}

}  // namespace texelscope::app
