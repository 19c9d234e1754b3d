#include "app/compare/measures.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "app/compare/rows.h"

namespace texelscope::app {
namespace {

constexpr int radius = 5;
constexpr double sigma = 1.5;
// Of values in 0…1, so that L is 1.
constexpr double c1 = 0.01 * 0.01;
constexpr double c2 = 0.03 * 0.03;

double weight(int offset) { return std::exp(-offset * offset / (2 * sigma * sigma)); }

/// The part of a window that lies in 0…extent − 1, its weights in sum 1.
struct Window {
  int begin = 0;
  int end = 0;
  std::array<double, 2 * radius + 1> weights{};
};

Window window_at(int center, int extent) {
  Window window{std::max(center - radius, 0), std::min(center + radius + 1, extent), {}};
  double sum = 0;
  for (int position = window.begin; position < window.end; ++position) {
    sum += weight(position - center);
  }
  for (int position = window.begin; position < window.end; ++position) {
    window.weights[static_cast<std::size_t>(position - window.begin)] = weight(position - center) / sum;
  }
  return window;
}

/// The luma of the rows from `begin` to before `end`.
std::vector<double> luma_of(const Image& image, int begin, int end) {
  std::vector<double> luma;
  const std::size_t last = pixel_index(image, 0, end);
  luma.reserve(last - pixel_index(image, 0, begin));
  with_sample_type(image.type, [&](auto sample) {
    for (std::size_t pixel = pixel_index(image, 0, begin); pixel < last; ++pixel) {
      const auto color = color_of<decltype(sample)>(image, pixel);
      luma.push_back(0.299 * static_cast<double>(unit_value(color[0])) +
                     0.587 * static_cast<double>(unit_value(color[1])) +
                     0.114 * static_cast<double>(unit_value(color[2])));
    }
  });
  return luma;
}

/// Weighted means of x, y, x², y², xy.
using Moments = std::array<double, 5>;

void add(Moments& sums, double weight, const Moments& values) {
  for (std::size_t index = 0; index < sums.size(); ++index) {
    sums[index] += weight * values[index];
  }
}

double similarity(const Moments& moments) {
  const auto [x, y, xx, yy, xy] = moments;
  return (2 * x * y + c1) * (2 * (xy - x * y) + c2) / ((x * x + y * y + c1) * (xx - x * x + yy - y * y + c2));
}

}  // namespace

double structural_similarity(const Image& expected, const Image& actual, std::span<const std::uint8_t> mask) {
  const int width = expected.width;
  const int height = expected.height;
  std::vector<Window> windows(static_cast<std::size_t>(width));
  for (int column = 0; column < width; ++column) {
    windows[static_cast<std::size_t>(column)] = window_at(column, width);
  }
  std::vector<double> sums(static_cast<std::size_t>(height));
  for_row_ranges(height, [&](int begin, int end) {
    const int first_row = std::max(begin - radius, 0);
    const int end_row = std::min(end + radius, height);
    const std::vector<double> x = luma_of(expected, first_row, end_row);
    const std::vector<double> y = luma_of(actual, first_row, end_row);
    std::vector<Moments> columns(static_cast<std::size_t>(width));
    for (int row = begin; row < end; ++row) {
      std::ranges::fill(columns, Moments{});
      const Window vertical = window_at(row, height);
      for (int source = vertical.begin; source < vertical.end; ++source) {
        const double row_weight = vertical.weights[static_cast<std::size_t>(source - vertical.begin)];
        const std::size_t first = static_cast<std::size_t>(source - first_row) * columns.size();
        for (std::size_t column = 0; column < columns.size(); ++column) {
          const double a = x[first + column];
          const double b = y[first + column];
          add(columns[column], row_weight, {a, b, a * a, b * b, a * b});
        }
      }
      double sum = 0;
      for (std::size_t at = 0; at < windows.size(); ++at) {
        if (!mask.empty() && mask[pixel_index(expected, static_cast<int>(at), row)] != 0) {
          continue;
        }
        const Window& window = windows[at];
        Moments moments{};
        for (int column = window.begin; column < window.end; ++column) {
          add(moments, window.weights[static_cast<std::size_t>(column - window.begin)],
              columns[static_cast<std::size_t>(column)]);
        }
        sum += similarity(moments);
      }
      sums[static_cast<std::size_t>(row)] = sum;
    }
  });
  const auto counted = pixel_index(expected, 0, height) - static_cast<std::size_t>(std::ranges::count(mask, 1));
  return counted == 0 ? 1 : std::accumulate(sums.begin(), sums.end(), 0.0) / static_cast<double>(counted);
}

}  // namespace texelscope::app
