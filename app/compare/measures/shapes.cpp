#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric>
#include <utility>
#include <vector>

#include "app/compare/measures/antialiasing.h"
#include "app/compare/measures/color_bounds.h"
#include "app/compare/measures/measures.h"
#include "app/compare/measures/pixel_color.h"
#include "app/images/row_ranges.h"

namespace texelscope::app {
namespace {

/// Smaller color differences are not part of a shape: noise and JPEG of high quality have them.
constexpr double least_difference = 4;
/// Nor are smaller errors of integers, whose noise may exceed 4 near gray.
constexpr float least_error = 4.0001F / 255;
/// If a moved edge leaves this part of a pixel's difference unexplained, or more, the pixel counts in full; otherwise
/// in proportion, because edges are not quite what lies between pixels.
constexpr double enough_unexplained = 1.0 / 8;
/// A rasterizer with other sample positions shows slivers that the other one misses, among many edges that it moves:
/// each pixel of a moved edge nearby raises the limit by this.
constexpr double slack_of_edge = 1.75;
/// The most that edges nearby can raise the limit, as a factor.
constexpr double most_slack = 13;
/// The length of a row of pixels that fails without a look at the pixels around it.
constexpr int long_row = 16;
/// How far from a shape the edges count, in pixels.
constexpr int slack_reach = 16;

/// A pixel that an edge moved by half a pixel does not explain.
struct ShapePixel {
  int x = 0;
  int y = 0;
  float difference = 0;
};

/// The findings in a row of cells.
struct Band {
  std::vector<ShapePixel> pixels;
  std::vector<int> failing_columns;
};

class ShapeJudge {
 public:
  ShapeJudge(const Image& expected, const Image& actual, const ComparisonOptions& options, const CellGrid& grid)
      : expected_{expected},
        actual_{actual},
        options_{options},
        grid_{grid},
        invisible_error_{largest_invisible_error(expected, actual, options)} {}

  /// For is_beyond(), find() then keeps sums for each cell, which takes a while for a large image.
  void keep_sums() {
    cells_.resize(static_cast<std::size_t>(grid_.columns()) * static_cast<std::size_t>(grid_.rows()));
  }

  [[nodiscard]] double limit() const { return *options_.limits.max_shape_difference; }

  /// Finds the pixels of shapes in a row of cells.
  [[nodiscard]] Band find(int row) {
    Band band;
    ColorBounds bounds;
    constexpr int cells_at_once = static_cast<int>(color_block) / CellGrid::extent;
    for (int column = 0; column < grid_.columns(); column += cells_at_once) {
      const int end = std::min(column + cells_at_once, grid_.columns());
      const std::size_t before = band.pixels.size();
      if (has_long_shape(row, column, end, bounds, band)) {
        band.pixels.resize(before);
        for (int each = column; each < end; ++each) {
          band.failing_columns.push_back(each);
        }
      }
    }
    return band;
  }

  /// Finds pixels of shapes in some cells of a row. Returns true, and stops, if adjacent ones in a row of pixels
  /// exceed every limit.
  bool has_long_shape(int row, int begin, int end, ColorBounds& bounds, Band& band) {
    const PixelRectangle first = grid_.bounds(begin, row);
    const PixelRectangle last = grid_.bounds(end - 1, row);
    for (int y = first.y; y < first.y + first.height; ++y) {
      bool has_bounds = false;
      double together = 0;
      int length = 0;
      for (int x = first.x; x < last.x + last.width; ++x) {
        const Cell& cell = grid_.at(x / CellGrid::extent, row);
        if (!cell.is_open() || cell.max_differing_error <= invisible_error_) {
          x += CellGrid::extent - 1 - x % CellGrid::extent;
          together = 0;
          length = 0;
          continue;
        }
        if (!is_visible(x, y)) {
          together = 0;
          length = 0;
          continue;
        }
        if (!has_bounds) {
          bounds.find(expected_, actual_, y, first.x, last.x + last.width);
          has_bounds = true;
        }
        const double difference = shape_difference(x, y, bounds[x - first.x]);
        if (difference == 0) {
          together = 0;
          length = 0;
          continue;
        }
        band.pixels.push_back({x, y, static_cast<float>(difference)});
        together += difference;
        ++length;
        if (length >= long_row && together > limit() * most_slack) {
          return true;
        }
      }
    }
    return false;
  }

  /// Whether the shapes near these bounds exceed the limit together.
  [[nodiscard]] bool is_beyond(const PixelRectangle& bounds) {
    const PixelRectangle around = grown(bounds, slack_reach, expected_.width, expected_.height);
    const int left = around.x / CellGrid::extent;
    const int right = (around.x + around.width - 1) / CellGrid::extent;
    const int top = around.y / CellGrid::extent;
    const int bottom = (around.y + around.height - 1) / CellGrid::extent;
    const auto total = [&](const auto& of_cell) {
      double sum = 0;
      for (int row = top; row <= bottom; ++row) {
        for (int column = left; column <= right; ++column) {
          sum += of_cell(column, row);
        }
      }
      return sum;
    };
    const double sum =
        total([&](int column, int row) { return static_cast<double>(cells_[cell_index(column, row)].sum); });
    if (sum > limit() * most_slack) {
      return true;
    }
    const double moved = total([&](int column, int row) {
      ShapeCell& cell = cells_[cell_index(column, row)];
      cell.moved = cell.moved < 0 ? moved_in(column, row) : cell.moved;
      return static_cast<double>(cell.moved);
    });
    return sum > limit() + slack_of_edge * moved;
  }

 private:
  [[nodiscard]] std::size_t cell_index(int column, int row) const {
    return static_cast<std::size_t>(row) * static_cast<std::size_t>(grid_.columns()) + static_cast<std::size_t>(column);
  }

  [[nodiscard]] bool is_missing(std::size_t pixel) const {
    return !options_.missing.empty() && options_.missing[pixel] != 0 &&
           (options_.mask.empty() || options_.mask[pixel] == 0);
  }

  [[nodiscard]] bool is_visible(int x, int y) const {
    return options_.step == 0 || differs_by(expected_, actual_, x, y, least_error);
  }

  [[nodiscard]] double difference_at(std::size_t pixel) const {
    return with_sample_type(expected_.type, [&](auto sample) {
      using Sample = decltype(sample);
      return color_difference(PixelReader<Sample>(expected_)(pixel), PixelReader<Sample>(actual_)(pixel));
    });
  }

  /// The color difference of a pixel of a shape; 0 for other pixels.
  [[nodiscard]] double shape_difference(int x, int y, double bound) {
    const std::size_t pixel = pixel_index(expected_, x, y);
    if (is_missing(pixel)) {
      return kept(x, y, std::numeric_limits<double>::infinity());
    }
    // In order of their costs.
    const auto part = static_cast<double>(bound <= least_difference ? 0 : unexplained_part(expected_, actual_, x, y));
    const double difference = part == 0 ? 0 : difference_at(pixel);
    return difference <= least_difference ? 0 : kept(x, y, difference * std::min(1.0, part / enough_unexplained));
  }

  double kept(int x, int y, double difference) {
    if (!cells_.empty()) {
      cells_[cell_index(x / CellGrid::extent, y / CellGrid::extent)].sum += static_cast<float>(difference);
    }
    return difference;
  }

  /// The differing pixels of a cell that a moved edge explains.
  [[nodiscard]] int moved_in(int column, int row) const {
    int moved = 0;
    const PixelRectangle bounds = grid_.bounds(column, row);
    for (int y = bounds.y; grid_.at(column, row).differing > 0 && y < bounds.y + bounds.height; ++y) {
      for (int x = bounds.x; x < bounds.x + bounds.width; ++x) {
        const std::size_t pixel = pixel_index(expected_, x, y);
        moved += is_visible(x, y) && !is_missing(pixel) && unexplained_part(expected_, actual_, x, y) == 0 &&
                         difference_at(pixel) > least_difference
                     ? 1
                     : 0;
      }
    }
    return moved;
  }

  /// An error, in units of the channel type, up to which no pixel is visible; negative if there is none.
  static double largest_invisible_error(const Image& expected, const Image& actual, const ComparisonOptions& options) {
    const bool has_alpha = expected.channels % 2 == 0 || actual.channels % 2 == 0;
    const double full = expected.type == gpu::DataType::uint8 ? 255 : 65535;
    // With alpha, the errors of a color and of its alpha add up.
    return options.step == 0 ? -1 : static_cast<double>(least_error) * full / (has_alpha ? 2 : 1);
  }

  struct ShapeCell {
    /// The sum of the differences of pixels of shapes, and moved_in() once it is known.
    float sum = 0;
    int moved = -1;
  };

  const Image& expected_;
  const Image& actual_;
  const ComparisonOptions& options_;
  const CellGrid& grid_;
  double invisible_error_;
  std::vector<ShapeCell> cells_;
};

/// Numbers the connected groups of pixels, which are in order of rows.
std::vector<std::size_t> groups_of(const std::vector<ShapePixel>& pixels) {
  std::vector<std::size_t> parents(pixels.size());
  std::iota(parents.begin(), parents.end(), std::size_t{0});
  const auto root = [&](std::size_t index) {
    while (parents[index] != index) {
      index = parents[index] = parents[parents[index]];
    }
    return index;
  };
  std::size_t above = 0;
  for (std::size_t index = 0; index < pixels.size(); ++index) {
    const ShapePixel& pixel = pixels[index];
    if (index > 0 && pixels[index - 1].y == pixel.y && pixels[index - 1].x == pixel.x - 1) {
      parents[index] = root(index - 1);
    }
    const auto is_before = [&](const ShapePixel& other) {
      return other.y < pixel.y - 1 || (other.y == pixel.y - 1 && other.x < pixel.x - 1);
    };
    while (is_before(pixels[above])) {
      ++above;
    }
    for (std::size_t other = above; pixels[other].y == pixel.y - 1 && pixels[other].x <= pixel.x + 1; ++other) {
      parents[root(other)] = root(index);
    }
  }
  for (std::size_t index = 0; index < pixels.size(); ++index) {
    parents[index] = root(index);
  }
  return parents;
}

/// The differing pixels, and the failing ones.
std::pair<std::uint64_t, std::uint64_t> totals(const CellGrid& grid) {
  std::pair<std::uint64_t, std::uint64_t> totals;
  for (int row = 0; row < grid.rows(); ++row) {
    for (int column = 0; column < grid.columns(); ++column) {
      totals.first += grid.at(column, row).differing;
      totals.second += grid.at(column, row).failing;
    }
  }
  return totals;
}

/// The largest error of a channel, in units of its type.
double error_at(const Image& expected, const Image& actual, const ShapePixel& pixel) {
  if (std::isinf(pixel.difference)) {
    return std::numeric_limits<double>::infinity();
  }
  return with_sample_type(expected.type, [&](auto sample) {
    using Sample = decltype(sample);
    const std::size_t index = pixel_index(expected, pixel.x, pixel.y);
    const std::array<Sample, 4> one = color_of<Sample>(expected, index);
    const std::array<Sample, 4> other = color_of<Sample>(actual, index);
    double error = 0;
    for (std::size_t channel = 0; channel < one.size(); ++channel) {
      error = std::max(error, std::fabs(static_cast<double>(one[channel]) - static_cast<double>(other[channel])));
    }
    return error;
  });
}

}  // namespace

bool has_long_shape(const Image& expected, const Image& actual, const ComparisonOptions& options, const CellGrid& grid,
                    int row, int begin, int end) {
  Band band;
  ColorBounds bounds;
  return options.limits.max_shape_difference &&
         ShapeJudge(expected, actual, options, grid).has_long_shape(row, begin, end, bounds, band);
}

void judge_shapes(const Image& expected, const Image& actual, const ComparisonOptions& options, CellGrid& grid,
                  FailingPixels& failing) {
  if (!options.limits.max_shape_difference) {
    return;
  }
  const auto [differing, failed_already] = totals(grid);
  if (failed_already > differing / 4) {
    return;
  }
  ShapeJudge judge(expected, actual, options, grid);
  judge.keep_sums();
  std::vector<Band> bands(static_cast<std::size_t>(grid.rows()));
  for_ranges(grid.rows(), 4, [&](int begin, int end) {
    for (int row = begin; row < end; ++row) {
      bands[static_cast<std::size_t>(row)] = judge.find(row);
    }
  });
  std::vector<ShapePixel> pixels;
  for (const Band& band : bands) {
    pixels.insert(pixels.end(), band.pixels.begin(), band.pixels.end());
  }
  const std::vector<std::size_t> groups = groups_of(pixels);
  struct Shape {
    double sum = 0;
    int left = 0, top = 0, right = 0, bottom = 0;
  };
  std::vector<Shape> shapes(pixels.size());
  for (std::size_t index = 0; index < pixels.size(); ++index) {
    const ShapePixel& pixel = pixels[index];
    Shape& shape = shapes[groups[index]];
    if (shape.sum == 0) {
      shape = {0, pixel.x, pixel.y, pixel.x, pixel.y};
    }
    shape.sum += static_cast<double>(pixel.difference);
    shape = {shape.sum, std::min(shape.left, pixel.x), std::min(shape.top, pixel.y), std::max(shape.right, pixel.x),
             std::max(shape.bottom, pixel.y)};
  }
  std::vector<ShapePixel> failed;
  for (std::size_t index = 0; index < pixels.size(); ++index) {
    const Shape& shape = shapes[groups[index]];
    const PixelRectangle bounds{shape.left, shape.top, shape.right - shape.left + 1, shape.bottom - shape.top + 1};
    if (shape.sum > judge.limit() && judge.is_beyond(bounds)) {
      failed.push_back(pixels[index]);
    }
  }
  for (std::size_t row = 0; row < bands.size(); ++row) {
    for (const int column : bands[row].failing_columns) {
      failing.shape += grid.fail(column, static_cast<int>(row));
    }
  }
  // Cells in which other limits fail some pixels do not know which.
  for (const ShapePixel& pixel : failed) {
    const int column = pixel.x / CellGrid::extent;
    const int row = pixel.y / CellGrid::extent;
    failing.shape += grid.at(column, row).failing > 0 ? grid.fail(column, row) : 0;
  }
  for (const ShapePixel& pixel : failed) {
    Cell& cell = grid.at(pixel.x / CellGrid::extent, pixel.y / CellGrid::extent);
    if (cell.is_open()) {
      cell.add_failing(pixel.x % CellGrid::extent, pixel.y % CellGrid::extent, error_at(expected, actual, pixel));
      ++failing.shape;
    }
  }
}

}  // namespace texelscope::app
