#include "app/compare/measures/measures.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

#include "app/compare/measures/cells.h"
#include "app/compare/measures/vector_clones.h"
#include "app/images/row_ranges.h"
#include "app/images/srgb.h"

namespace texelscope::app {
namespace {

constexpr int radius = 5;
constexpr double sigma = 1.5;
// The constants for values in 0…1, where L is 1.
constexpr double c1 = 0.01 * 0.01;
constexpr double c2 = 0.03 * 0.03;

double weight(int offset) { return std::exp(-offset * offset / (2 * sigma * sigma)); }

/// The compared value of each pixel.
enum class Seen : unsigned char { luma, alpha };

/// Stored light above 1 adds a tenth per stop.
double encoded_light(float light) {
  return light > 1 ? 1 + std::log2(static_cast<double>(light)) / 10
                   : srgb_from_linear(std::max(static_cast<double>(light), 0.0));
}

template <class Sample>
double encoded(Sample value) {
  if constexpr (std::is_floating_point_v<Sample>) {
    return std::isnan(value) ? 0 : encoded_light(value);
  } else {
    return static_cast<double>(unit_value(value));
  }
}

/// A premultiplied value over an encoded gray: floats are added as light, integers as they are.
template <class Sample>
double encoded_over(Sample value, double behind, double alpha) {
  if constexpr (std::is_floating_point_v<Sample>) {
    const double light = static_cast<double>(linear_from_srgb(static_cast<float>(behind))) * (1 - alpha);
    return encoded(static_cast<float>(static_cast<double>(value) + light));
  } else {
    return std::min(encoded(value) + behind * (1 - alpha), 1.0);
  }
}

template <class Sample, class Encoded>
double luma_of(const std::array<Sample, 4>& color, const Encoded& encoded_value) {
  return 0.299 * encoded_value(color[0]) + 0.587 * encoded_value(color[1]) + 0.114 * encoded_value(color[2]);
}

std::vector<double> values_of(const Image& image, Seen seen, const PixelRectangle& part) {
  std::vector<double> values;
  values.reserve(static_cast<std::size_t>(part.width) * static_cast<std::size_t>(part.height));
  with_sample_type(image.type, [&](auto sample) {
    for (int y = part.y; y < part.y + part.height; ++y) {
      for (int x = part.x; x < part.x + part.width; ++x) {
        const auto color = color_of<decltype(sample)>(image, pixel_index(image, x, y));
        const double alpha = static_cast<double>(unit_value(color[3]));
        if (seen == Seen::alpha) {
          values.push_back(alpha);
          continue;
        }
        const double behind = is_in_light_square(x, y) ? 0.8 : 0.6;
        if (image.is_premultiplied && alpha < 1) {
          values.push_back(luma_of(color, [&](auto value) { return encoded_over(value, behind, alpha); }));
          continue;
        }
        const double luma = luma_of(color, [](auto value) { return encoded(value); });
        values.push_back(alpha < 1 ? luma * alpha + behind * (1 - alpha) : luma);
      }
    }
  });
  return values;
}

/// The sum of the weights in the window of each pixel of a row or column; windows are cut off at 0 and `extent`.
std::vector<double> weight_sums(int begin, int end, int extent) {
  std::vector<double> sums;
  for (int center = begin; center < end; ++center) {
    double sum = 0;
    for (int position = std::max(center - radius, 0); position < std::min(center + radius + 1, extent); ++position) {
      sum += weight(position - center);
    }
    sums.push_back(sum);
  }
  return sums;
}

/// The weighted sums of x, y, x² + y² and xy over the windows of pixels.
using Planes = std::array<std::vector<double>, 4>;

TEXELSCOPE_VECTOR_CLONES void add_products(double* __restrict first, double* __restrict second,
                                           double* __restrict squares, double* __restrict products, double weight,
                                           const double* __restrict x, const double* __restrict y, std::size_t count) {
  for (std::size_t column = 0; column < count; ++column) {
    first[column] += weight * x[column];
    second[column] += weight * y[column];
    squares[column] += weight * (x[column] * x[column] + y[column] * y[column]);
    products[column] += weight * x[column] * y[column];
  }
}

void add_row(Planes& sums, double weight, const double* x, const double* y) {
  add_products(sums[0].data(), sums[1].data(), sums[2].data(), sums[3].data(), weight, x, y, sums[0].size());
}

TEXELSCOPE_VECTOR_CLONES void add_scaled(double* __restrict to, const double* __restrict from, double share,
                                         std::size_t count) {
  for (std::size_t index = 0; index < count; ++index) {
    to[index] += share * from[index];
  }
}

/// Adds the neighbors along the row; `sums` start at column `first` of the image, `windows` at `begin`.
void add_columns(Planes& windows, const Planes& sums, int begin, int end, int first, int end_column) {
  for (std::size_t plane = 0; plane < windows.size(); ++plane) {
    std::ranges::fill(windows[plane], 0);
    for (int offset = -radius; offset <= radius; ++offset) {
      const int left = std::max(begin, first - offset);
      const int right = std::min(end, end_column - offset);
      if (left < right) {
        add_scaled(windows[plane].data() + (left - begin), sums[plane].data() + (left + offset - first), weight(offset),
                   static_cast<std::size_t>(right - left));
      }
    }
  }
}

double similarity(double x, double y, double squares, double xy) {
  return (2 * x * y + c1) * (2 * (xy - x * y) + c2) / ((x * x + y * y + c1) * (squares - x * x - y * y + c2));
}

/// The number of pixels of a band minus the sum of their similarities.
double band_deviation(const Image& expected, const Image& actual, Seen seen, const PixelRectangle& part,
                      std::span<const std::uint8_t> mask) {
  const int end = part.x + part.width;
  const int end_row = part.y + part.height;
  const PixelRectangle read = grown(part, radius, expected.width, expected.height);
  const std::vector<double> x = values_of(expected, seen, read);
  const std::vector<double> y = values_of(actual, seen, read);
  const auto read_width = static_cast<std::size_t>(read.width);
  const auto width = static_cast<std::size_t>(part.width);
  const std::vector<double> row_sums = weight_sums(part.y, end_row, expected.height);
  const std::vector<double> column_sums = weight_sums(part.x, end, expected.width);
  Planes columns;
  Planes windows;
  std::ranges::fill(windows, std::vector<double>(width));
  double deviation = 0;
  for (int row = part.y; row < end_row; ++row) {
    std::ranges::fill(columns, std::vector<double>(read_width));
    for (int source = std::max(row - radius, 0); source < std::min(row + radius + 1, expected.height); ++source) {
      const std::size_t first = static_cast<std::size_t>(source - read.y) * read_width;
      add_row(columns, weight(source - row), x.data() + first, y.data() + first);
    }
    add_columns(windows, columns, part.x, end, read.x, read.x + read.width);
    for (std::size_t column = 0; column < width; ++column) {
      if (!mask.empty() && mask[pixel_index(expected, part.x, row) + column] != 0) {
        continue;
      }
      const double sum = row_sums[static_cast<std::size_t>(row - part.y)] * column_sums[column];
      deviation += similarity(windows[0][column] / sum, windows[1][column] / sum, windows[2][column] / sum,
                              windows[3][column] / sum) -
                   1;
    }
  }
  return deviation;
}

double similarity_of(const Image& expected, const Image& actual, Seen seen, const CellGrid& grid,
                     std::span<const std::uint8_t> mask) {
  constexpr int band_height = 32;
  const int bands = (expected.height + band_height - 1) / band_height;
  std::vector<double> deviations(static_cast<std::size_t>(bands));
  for_ranges(bands, 1, [&](int band, int) {
    const int begin = band * band_height;
    const int end = std::min(begin + band_height, expected.height);
    for (const auto& [left, right] : grid.columns_near_differences(begin, end, radius)) {
      deviations[static_cast<std::size_t>(band)] +=
          band_deviation(expected, actual, seen, {left, begin, right - left, end - begin}, mask);
    }
  });
  const auto masked =
      static_cast<std::size_t>(std::ranges::count_if(mask, [](std::uint8_t value) { return value != 0; }));
  const std::size_t counted = pixel_index(expected, 0, expected.height) - masked;
  return counted == 0 ? 1
                      : 1 + std::accumulate(deviations.begin(), deviations.end(), 0.0) / static_cast<double>(counted);
}

}  // namespace

double structural_similarity(const Image& expected, const Image& actual, const CellGrid& grid,
                             std::span<const std::uint8_t> mask) {
  const double luma = similarity_of(expected, actual, Seen::luma, grid, mask);
  const bool has_alpha = expected.channels % 2 == 0 || actual.channels % 2 == 0;
  return has_alpha ? std::min(luma, similarity_of(expected, actual, Seen::alpha, grid, mask)) : luma;
}

}  // namespace texelscope::app
