#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "app/compare/measures/comparison.h"

namespace texelscope::app {

/// Pixels of 8 × 8 that differ.
struct Cell {
  std::uint32_t differing = 0;
  std::uint32_t failing = 0;
  /// Around the failing pixels: the first column and row, and those behind the last, from the cell's corner.
  std::uint8_t left = 255;
  std::uint8_t top = 255;
  std::uint8_t right = 0;
  std::uint8_t bottom = 0;
  /// Largest error of the failing pixels, and of all that differ.
  double max_error = 0;
  double max_differing_error = 0;

  void add_differing(double error) {
    ++differing;
    max_differing_error = std::max(max_differing_error, error);
  }
  void add_failing(int x, int y, double error);
};

/// An image in cells, row by row; those at the right and the lower border may be smaller.
class CellGrid {
 public:
  static constexpr int extent = 8;

  CellGrid(int width, int height);

  [[nodiscard]] int columns() const { return columns_; }
  [[nodiscard]] int rows() const { return rows_; }
  [[nodiscard]] Cell& at(int column, int row) { return cells_[index(column, row)]; }
  [[nodiscard]] const Cell& at(int column, int row) const { return cells_[index(column, row)]; }
  /// All differing pixels of a cell fail. Returns how many did not fail before.
  std::uint64_t fail(int column, int row);
  /// The pixels that a cell has.
  [[nodiscard]] PixelRectangle bounds(int column, int row) const;
  /// Ranges of columns from one to before another, in order: those that are at most `reach` from a differing pixel of
  /// the rows from `begin` to before `end`, or of as many rows around them. Ranges that nearly touch
  /// are one, but for a wide one, which is cut: what is worked on at a time stays small.
  [[nodiscard]] std::vector<std::pair<int, int>> columns_near_differences(int begin, int end, int reach) const;
  /// Whether a pixel of this cell, or of one that touches it, differs.
  [[nodiscard]] bool is_near_difference(int column, int row) const;

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

/// The rectangle with so many pixels around it as the image has.
[[nodiscard]] PixelRectangle grown(const PixelRectangle& part, int reach, int width, int height);

/// Fills in failing_pixels, clusters and cluster_count: cells with failing pixels that touch, at a corner too, are one
/// cluster.
void find_clusters(const CellGrid& grid, Comparison& comparison);

}  // namespace texelscope::app
