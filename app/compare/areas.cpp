#include "app/compare/areas.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <vector>

#include "app/compare/color_difference.h"
#include "app/compare/pixel_color.h"
#include "app/compare/rows.h"

namespace texelscope::app {
namespace {

constexpr double faint_contrast = 4;
/// Where a change is seen half as well.
constexpr double hiding_contrast = 20;

/// Sums over the pixels of a cell of one image.
struct Sums {
  /// Of linear light before black, and of alpha.
  std::array<double, 4> light{};
  double lightness = 0;
  double squares = 0;

  void add(const Sums& other) {
    for (std::size_t channel = 0; channel < light.size(); ++channel) {
      light[channel] += other.light[channel];
    }
    lightness += other.lightness;
    squares += other.squares;
  }
};

struct CellSums {
  Sums expected;
  Sums actual;
  int pixels = 0;
};

/// The lightness of light, from a table that is as fine as a thousandth of it.
double lightness_of(double light) {
  constexpr int steps = 4096;
  static const std::vector<float> table = [] {
    std::vector<float> values;
    for (int step = 0; step <= steps; ++step) {
      // Finer near black.
      const double root = static_cast<double>(step) / steps;
      values.push_back(static_cast<float>(lab_from_linear({root * root, root * root, root * root}).lightness));
    }
    return values;
  }();
  if (light > 1) {
    return lab_from_linear({light, light, light}).lightness;
  }
  return static_cast<double>(table[static_cast<std::size_t>(std::sqrt(std::max(light, 0.0)) * steps)]);
}

template <class Sample>
Sums sums_of(const Image& image, const PixelRectangle& bounds) {
  Sums sums;
  for (int y = bounds.y; y < bounds.y + bounds.height; ++y) {
    for (int x = bounds.x; x < bounds.x + bounds.width; ++x) {
      const PixelColor color = pixel_color<Sample>(image, pixel_index(image, x, y));
      const std::array<double, 3> light = color.over(0);
      for (std::size_t channel = 0; channel < light.size(); ++channel) {
        sums.light[channel] += light[channel];
      }
      sums.light[3] += color.alpha;
      const double lightness = lightness_of(0.21263901 * light[0] + 0.71516868 * light[1] + 0.07219232 * light[2]);
      sums.lightness += lightness;
      sums.squares += lightness * lightness;
    }
  }
  return sums;
}

PixelColor mean_color(const Sums& sums, double pixels) {
  const double alpha = sums.light[3] / pixels;
  if (alpha <= 0) {
    return {{}, 0};
  }
  return {{sums.light[0] / sums.light[3], sums.light[1] / sums.light[3], sums.light[2] / sums.light[3]}, alpha};
}

double contrast(const Sums& sums, double pixels) {
  const double mean = sums.lightness / pixels;
  return std::sqrt(std::max(0.0, sums.squares / pixels - mean * mean));
}

/// Written so that NaN is beyond.
bool is_beyond(const CellSums& area, const Limits& limits) {
  const double pixels = area.pixels;
  const double first = contrast(area.expected, pixels);
  const double second = contrast(area.actual, pixels);
  const double hiding = 1 + std::min(first, second) / hiding_contrast;
  if (limits.max_area_difference &&
      !(color_difference(mean_color(area.expected, pixels), mean_color(area.actual, pixels)) <=
        *limits.max_area_difference * hiding)) {
    return true;
  }
  return limits.max_contrast_change &&
         !(std::abs(first - second) / (std::max(first, second) + faint_contrast) <= *limits.max_contrast_change);
}


}  // namespace

void judge_areas(const Image& expected, const Image& actual, const Limits& limits, CellGrid& grid) {
  if (!limits.max_area_difference && !limits.max_contrast_change) {
    return;
  }
  const auto columns = static_cast<std::size_t>(grid.columns());
  std::vector<CellSums> sums(columns * static_cast<std::size_t>(grid.rows()));
  const auto at = [&](int column, int row) -> CellSums& {
    return sums[static_cast<std::size_t>(row) * columns + static_cast<std::size_t>(column)];
  };
  for_ranges(grid.rows(), 1, [&](int row, int) {
    for (int column = 0; column < grid.columns(); ++column) {
      if (grid.is_near_difference(column, row)) {
        const PixelRectangle bounds = grid.bounds(column, row);
        with_sample_type(expected.type, [&](auto sample) {
          using Sample = decltype(sample);
          at(column, row) = {sums_of<Sample>(expected, bounds), sums_of<Sample>(actual, bounds),
                             bounds.width * bounds.height};
        });
      }
    }
  });
  // One cell alone where the image is smaller than a square.
  const int last_column = std::max(grid.columns() - 2, 0);
  const int last_row = std::max(grid.rows() - 2, 0);
  for (int row = 0; row <= last_row; ++row) {
    for (int column = 0; column <= last_column; ++column) {
      CellSums area;
      std::uint32_t differing = 0;
      const int end_row = std::min(row + 2, grid.rows());
      const int end_column = std::min(column + 2, grid.columns());
      for (int y = row; y < end_row; ++y) {
        for (int x = column; x < end_column; ++x) {
          const CellSums& cell = at(x, y);
          area.expected.add(cell.expected);
          area.actual.add(cell.actual);
          area.pixels += cell.pixels;
          differing += grid.at(x, y).differing;
        }
      }
      if (differing == 0 || !is_beyond(area, limits)) {
        continue;
      }
      for (int y = row; y < end_row; ++y) {
        for (int x = column; x < end_column; ++x) {
          grid.fail(x, y);
        }
      }
    }
  }
}

}  // namespace texelscope::app
