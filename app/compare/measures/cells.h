#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "app/compare/measures/comparison.h"

namespace texelscope::app {

/// The differing pixels in a cell of 8 × 8 pixels.
struct Cell {
  std::uint32_t differing = 0;
  std::uint32_t failing = 0;
  /// The bounds of the failing pixels: first column and row, and one past the last, relative to the cell.
  std::uint8_t left = 255;
  std::uint8_t top = 255;
  std::uint8_t right = 0;
  std::uint8_t bottom = 0;
  /// Largest error of the failing pixels, and of all differing pixels.
  double max_error = 0;
  double max_differing_error = 0;

  void add_differing(double error) {
    ++differing;
    max_differing_error = std::max(max_differing_error, error);
  }
  void add_failing(int x, int y, double error);
  /// Whether a differing pixel does not fail yet.
  [[nodiscard]] bool is_open() const { return differing > failing; }
};

/// An image divided into cells, row by row; those at the right and lower border may be smaller.
class CellGrid {
 public:
  static constexpr int extent = 8;

  CellGrid(int width, int height);

  [[nodiscard]] int columns() const { return columns_; }
  [[nodiscard]] int rows() const { return rows_; }
  [[nodiscard]] Cell& at(int column, int row) { return cells_[index(column, row)]; }
  [[nodiscard]] const Cell& at(int column, int row) const { return cells_[index(column, row)]; }
  /// Marks all differing pixels of a cell as failing. Returns the number that did not fail before.
  std::uint64_t fail(int column, int row);
  /// The pixels of a cell.
  [[nodiscard]] PixelRectangle bounds(int column, int row) const;
  /// Half-open ranges of columns, in order: the columns at most `reach` away from a differing pixel in the rows from
  /// `begin` to before `end`, or in the `reach` rows above and below them. Nearby ranges are merged, but wide ranges
  /// are split to keep the working set small.
  [[nodiscard]] std::vector<std::pair<int, int>> columns_near_differences(int begin, int end, int reach) const;
  /// Whether this cell or an adjacent one is open.
  [[nodiscard]] bool is_near_open(int column, int row) const;

 private:
  [[nodiscard]] std::size_t index(int column, int row) const {
    return static_cast<std::size_t>(row) * static_cast<std::size_t>(columns_) + static_cast<std::size_t>(column);
  }

  int width_;
  int height_;
  int columns_;
  int rows_;
  std::vector<Cell> cells_;
};

/// The rectangle, enlarged by this number of pixels within the image.
[[nodiscard]] PixelRectangle grown(const PixelRectangle& part, int reach, int width, int height);

/// Sets failing_pixels, clusters and cluster_count: cells with failing pixels that touch, even at a corner, form one
/// cluster.
void find_clusters(const CellGrid& grid, Comparison& comparison);

}  // namespace texelscope::app
