#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>
#include <vector>

#include "app/compare/antialiasing.h"
#include "app/compare/areas.h"
#include "app/compare/pixel_color.h"
#include "app/compare/rows.h"

namespace texelscope::app {
namespace {

/// The mean of linear light before black, and of alpha.
struct Mean {
  std::array<double, 4> sums{};
  double pixels = 0;

  void add(const PixelColor& color) {
    const std::array<double, 3> light = color.over(0);
    for (std::size_t channel = 0; channel < light.size(); ++channel) {
      sums[channel] += light[channel];
    }
    sums[3] += color.alpha;
    ++pixels;
  }
  [[nodiscard]] PixelColor color() const {
    if (sums[3] <= 0) {
      return {{}, 0};
    }
    return {{sums[0] / sums[3], sums[1] / sums[3], sums[2] / sums[3]}, sums[3] / pixels};
  }
};

template <class Sample>
class LineJudge {
 public:
  LineJudge(const Image& expected, const Image& actual, double limit)
      : expected_{expected}, actual_{actual}, limit_{limit} {}

  /// `line` is 1 pixel wide or high. Written so that NaN is beyond.
  [[nodiscard]] bool is_beyond(const PixelRectangle& line) const {
    return !(difference(line, false) <= limit_) && !(difference(line, true) <= limit_);
  }

 private:
  /// What is taken for antialiasing counts as equal where it is ignored.
  [[nodiscard]] double difference(const PixelRectangle& line, bool ignores_antialiasing) const {
    Mean first;
    Mean second;
    for (int y = line.y; y < line.y + line.height; ++y) {
      for (int x = line.x; x < line.x + line.width; ++x) {
        const std::size_t pixel = pixel_index(expected_, x, y);
        const PixelColor color = pixel_color<Sample>(expected_, pixel);
        first.add(color);
        second.add(ignores_antialiasing && is_on_moved_edge(x, y)
                       ? color
                       : pixel_color<Sample>(actual_, pixel));
      }
    }
    return color_difference(first.color(), second.color());
  }

  [[nodiscard]] bool is_on_moved_edge(int x, int y) const {
    return edge_difference(expected_, actual_, x, y) == EdgeDifference::antialiasing;
  }

  const Image& expected_;
  const Image& actual_;
  double limit_;
};

}  // namespace

void judge_lines(const Image& expected, const Image& actual, const Limits& limits, CellGrid& grid) {
  if (!limits.max_line_difference) {
    return;
  }
  // By the row of the upper cell: no two ranges of rows write to one place.
  std::vector<std::vector<std::pair<int, int>>> beyond(static_cast<std::size_t>(grid.rows()));
  with_sample_type(expected.type, [&](auto sample) {
    const LineJudge<decltype(sample)> judge(expected, actual, *limits.max_line_difference);
    for_ranges(grid.rows(), 1, [&](int row, int) {
      auto& found = beyond[static_cast<std::size_t>(row)];
      for (int column = 0; column < grid.columns(); ++column) {
        const PixelRectangle cell = grid.bounds(column, row);
        const int right = std::min(column + 1, grid.columns() - 1);
        const int below = std::min(row + 1, grid.rows() - 1);
        const int width = std::min(2 * CellGrid::extent, expected.width - cell.x);
        const int height = std::min(2 * CellGrid::extent, expected.height - cell.y);
        const bool is_beyond_across =
            grid.at(column, row).differing + grid.at(right, row).differing > 0 &&
            [&] {
              for (int y = cell.y; y < cell.y + cell.height; ++y) {
                if (judge.is_beyond({cell.x, y, width, 1})) {
                  return true;
                }
              }
              return false;
            }();
        const bool is_beyond_down =
            grid.at(column, row).differing + grid.at(column, below).differing > 0 &&
            [&] {
              for (int x = cell.x; x < cell.x + cell.width; ++x) {
                if (judge.is_beyond({x, cell.y, 1, height})) {
                  return true;
                }
              }
              return false;
            }();
        if (is_beyond_across || is_beyond_down) {
          found.emplace_back(column, row);
        }
        if (is_beyond_across) {
          found.emplace_back(right, row);
        }
        if (is_beyond_down) {
          found.emplace_back(column, below);
        }
      }
    });
  });
  for (const auto& row : beyond) {
    for (const auto& [column, at] : row) {
      grid.fail(column, at);
    }
  }
}

}  // namespace texelscope::app
