#include "app/compare/measures/cells.h"

#include <algorithm>
#include <cstddef>
#include <tuple>

namespace texelscope::app {
namespace {

constexpr int widest_range = 512;

PixelRectangle around(const PixelRectangle& first, const PixelRectangle& second) {
  const int left = std::min(first.x, second.x);
  const int top = std::min(first.y, second.y);
  const int right = std::max(first.x + first.width, second.x + second.width);
  const int bottom = std::max(first.y + first.height, second.y + second.height);
  return {left, top, right - left, bottom - top};
}

}  // namespace

void Cell::add_failing(int x, int y, double error) {
  ++failing;
  left = std::min(left, static_cast<std::uint8_t>(x));
  top = std::min(top, static_cast<std::uint8_t>(y));
  right = std::max(right, static_cast<std::uint8_t>(x + 1));
  bottom = std::max(bottom, static_cast<std::uint8_t>(y + 1));
  max_error = std::max(max_error, error);
}

CellGrid::CellGrid(int width, int height)
    : width_{width},
      height_{height},
      columns_{(width + extent - 1) / extent},
      rows_{(height + extent - 1) / extent},
      cells_(static_cast<std::size_t>(columns_) * static_cast<std::size_t>(rows_)) {}

PixelRectangle CellGrid::bounds(int column, int row) const {
  const int x = column * extent;
  const int y = row * extent;
  return {x, y, std::min(extent, width_ - x), std::min(extent, height_ - y)};
}

std::uint64_t CellGrid::fail(int column, int row) {
  Cell& cell = at(column, row);
  if (cell.failing == cell.differing) {
    return 0;
  }
  const PixelRectangle whole = bounds(column, row);
  const std::uint32_t added = cell.differing - cell.failing;
  cell.failing = cell.differing;
  cell.max_error = cell.max_differing_error;
  cell.left = 0;
  cell.top = 0;
  cell.right = static_cast<std::uint8_t>(whole.width);
  cell.bottom = static_cast<std::uint8_t>(whole.height);
  return added;
}

std::vector<std::pair<int, int>> CellGrid::columns_near_differences(int begin, int end, int reach) const {
  std::vector<std::pair<int, int>> ranges;
  const int first_row = std::max(begin - reach, 0) / extent;
  const int end_row = std::min((end + reach + extent - 1) / extent, rows_);
  for (int column = 0; column < columns_; ++column) {
    bool is_different = false;
    for (int row = first_row; row < end_row && !is_different; ++row) {
      is_different = at(column, row).differing > 0;
    }
    if (!is_different) {
      continue;
    }
    const int left = std::max(column * extent - reach, 0);
    const int right = std::min((column + 1) * extent + reach, width_);
    // Ranges are merged so that the pixels between them are read only once.
    if (ranges.empty() || left > ranges.back().second + 2 * reach) {
      ranges.emplace_back(left, right);
    } else if (right - ranges.back().first <= widest_range) {
      ranges.back().second = right;
    } else if (right > ranges.back().second) {
      ranges.emplace_back(std::max(left, ranges.back().second), right);
    }
  }
  return ranges;
}

bool CellGrid::is_near_open(int column, int row) const {
  for (int y = std::max(row - 1, 0); y <= std::min(row + 1, rows_ - 1); ++y) {
    for (int x = std::max(column - 1, 0); x <= std::min(column + 1, columns_ - 1); ++x) {
      if (at(x, y).is_open()) {
        return true;
      }
    }
  }
  return false;
}

PixelRectangle grown(const PixelRectangle& part, int reach, int width, int height) {
  const int left = std::max(part.x - reach, 0);
  const int top = std::max(part.y - reach, 0);
  return {left, top, std::min(part.x + part.width + reach, width) - left,
          std::min(part.y + part.height + reach, height) - top};
}

void find_clusters(const CellGrid& grid, Comparison& comparison) {
  comparison.failing_pixels = 0;
  comparison.clusters.clear();
  comparison.cluster_count = 0;
  std::vector<bool> is_taken(static_cast<std::size_t>(grid.columns()) * static_cast<std::size_t>(grid.rows()));
  const auto take = [&](int column, int row) {
    const std::size_t index =
        static_cast<std::size_t>(row) * static_cast<std::size_t>(grid.columns()) + static_cast<std::size_t>(column);
    if (grid.at(column, row).failing == 0 || is_taken[index]) {
      return false;
    }
    is_taken[index] = true;
    return true;
  };
  std::vector<std::pair<int, int>> waiting;
  std::vector<DifferenceCluster> clusters;
  for (int row = 0; row < grid.rows(); ++row) {
    for (int column = 0; column < grid.columns(); ++column) {
      if (!take(column, row)) {
        continue;
      }
      DifferenceCluster cluster;
      waiting.assign(1, {column, row});
      while (!waiting.empty()) {
        const auto [x, y] = waiting.back();
        waiting.pop_back();
        const Cell& cell = grid.at(x, y);
        const PixelRectangle corner = grid.bounds(x, y);
        PixelRectangle bounds{corner.x + cell.left, corner.y + cell.top, cell.right - cell.left,
                              cell.bottom - cell.top};
        bounds = cluster.pixels == 0 ? bounds : around(bounds_of(cluster), bounds);
        cluster = {bounds.x,
                   bounds.y,
                   bounds.width,
                   bounds.height,
                   cluster.pixels + cell.failing,
                   std::max(cluster.max_error, cell.max_error)};
        for (int next_y = std::max(y - 1, 0); next_y <= std::min(y + 1, grid.rows() - 1); ++next_y) {
          for (int next_x = std::max(x - 1, 0); next_x <= std::min(x + 1, grid.columns() - 1); ++next_x) {
            if (take(next_x, next_y)) {
              waiting.emplace_back(next_x, next_y);
            }
          }
        }
      }
      comparison.failing_pixels += cluster.pixels;
      clusters.push_back(cluster);
    }
  }
  comparison.cluster_count = clusters.size();
  const auto key = [](const DifferenceCluster& cluster) {
    return std::tuple(-static_cast<double>(cluster.pixels), -cluster.max_error, cluster.y, cluster.x);
  };
  std::ranges::sort(clusters, [&](const auto& first, const auto& second) { return key(first) < key(second); });
  clusters.resize(std::min(clusters.size(), largest_cluster_list));
  comparison.clusters = std::move(clusters);
}

}  // namespace texelscope::app
