#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

#include "app/compare/measures/measures.h"
#include "app/images/row_ranges.h"

namespace texelscope::app {
namespace {

/// Regions and blocks, in cells.
constexpr int region_columns = 64;
constexpr int region_rows = 8;
constexpr int block_columns = 8;
constexpr int block_rows = 2;

/// The blocks that stand for a region: far apart, and not above each other.
constexpr std::array<PixelRectangle, 4> blocks{{{40, 6, block_columns, block_rows},
                                                {8, 0, block_columns, block_rows},
                                                {24, 4, block_columns, block_rows},
                                                {56, 2, block_columns, block_rows}}};

/// The limit that a block exceeds; null if it exceeds none.
FailingLimit limit_of_block(const Image& expected, const Image& actual, const ComparisonOptions& options,
                            const CellGrid& grid, const PixelRectangle& cells) {
  const FailingLimit limit = limit_of_quarter(expected, actual, options, grid, cells);
  const bool has_shape =
      limit == nullptr && has_long_shape(expected, actual, options, grid, cells.y, cells.x, cells.x + cells.width);
  return has_shape ? &FailingPixels::shape : limit;
}

}  // namespace

void fail_different_regions(const Image& expected, const Image& actual, const ComparisonOptions& options,
                            CellGrid& grid, FailingPixels& failing) {
  if (!has_area_limit(options.limits) && !options.limits.max_shape_difference) {
    return;
  }
  const int across = grid.columns() / region_columns;
  const int down = grid.rows() / region_rows;
  std::vector<FailingLimit> limits(static_cast<std::size_t>(across) * static_cast<std::size_t>(down));
  for_ranges(static_cast<int>(limits.size()), 4, [&](int begin, int end) {
    for (int region = begin; region < end; ++region) {
      FailingLimit limit = nullptr;
      int passing = 0;
      for (const PixelRectangle& block : blocks) {
        const PixelRectangle cells{region % across * region_columns + block.x, region / across * region_rows + block.y,
                                   block.width, block.height};
        const FailingLimit found = limit_of_block(expected, actual, options, grid, cells);
        limit = found != nullptr ? found : limit;
        passing += found == nullptr ? 1 : 0;
        if (passing > 1) {
          break;
        }
      }
      limits[static_cast<std::size_t>(region)] = passing > 1 ? nullptr : limit;
    }
  });
  // The last regions of a row and of a column extend to the border.
  for (int row = 0; row < grid.rows() && !limits.empty(); ++row) {
    for (int column = 0; column < grid.columns(); ++column) {
      const int region = std::min(row / region_rows, down - 1) * across + std::min(column / region_columns, across - 1);
      const FailingLimit limit = limits[static_cast<std::size_t>(region)];
      failing.*(limit != nullptr ? limit : &FailingPixels::area) += limit != nullptr ? grid.fail(column, row) : 0;
    }
  }
}

}  // namespace texelscope::app
