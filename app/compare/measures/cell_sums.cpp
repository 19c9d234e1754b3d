#include "app/compare/measures/cell_sums.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "app/compare/measures/antialiasing.h"
#include "app/compare/measures/color_difference.h"

namespace texelscope::app {
namespace {

constexpr int table_steps = 4096;

/// The lightness of light 0…1, in equal steps of its square root, because these are finer near black.
const float* lightness_table() {
  static const std::vector<float> table = [] {
    std::vector<float> values;
    for (int step = 0; step <= table_steps; ++step) {
      const double root = static_cast<double>(step) / table_steps;
      const double light = root * root;
      values.push_back(static_cast<float>(lab_from_linear({light, light, light}).lightness));
    }
    return values;
  }();
  return table.data();
}

float lightness_of(const float* table, float light) {
  if (light > 1) {
    const double beyond = static_cast<double>(light);
    return static_cast<float>(lab_from_linear({beyond, beyond, beyond}).lightness);
  }
  // Written so that NaN is black.
  return table[light > 0 ? static_cast<std::size_t>(std::sqrt(light) * table_steps) : 0];
}

/// `light_of_pixel` returns the light and alpha of a pixel by its column and row in the image.
template <class LightOfPixel>
CellSums sums_of(const PixelRectangle& bounds, const LightOfPixel& light_of_pixel) {
  CellSums cell;
  const float* const lightnesses = lightness_table();
  for (int y = 0; y < bounds.height; ++y) {
    LightSums& row = cell.rows[static_cast<std::size_t>(y)];
    for (int x = 0; x < bounds.width; ++x) {
      const LightSums pixel{light_of_pixel(bounds.x + x, bounds.y + y)};
      row.add(pixel);
      cell.columns[static_cast<std::size_t>(x)].add(pixel);
      const float lightness = lightness_of(
          lightnesses, 0.21263901F * pixel.sums[0] + 0.71516868F * pixel.sums[1] + 0.07219232F * pixel.sums[2]);
      cell.lightness += lightness;
      cell.squares += lightness * lightness;
    }
    cell.all.add(row);
  }
  return cell;
}

}  // namespace

CellSums cell_sums(const Image& image, const PixelRectangle& bounds) {
  return with_sample_type(image.type, [&](auto sample) {
    const PixelReader<decltype(sample)> read(image);
    return sums_of(bounds, [&](int x, int y) { return read.in_floats(pixel_index(image, x, y)); });
  });
}

CellSums cell_sums_without_antialiasing(const Image& expected, const Image& actual, const PixelRectangle& bounds) {
  return with_sample_type(expected.type, [&](auto sample) {
    const PixelReader<decltype(sample)> read_expected(expected);
    const PixelReader<decltype(sample)> read_actual(actual);
    return sums_of(bounds, [&](int x, int y) {
      const bool is_edge = is_antialiasing(expected, actual, x, y);
      return (is_edge ? read_expected : read_actual).in_floats(pixel_index(expected, x, y));
    });
  });
}

}  // namespace texelscope::app
