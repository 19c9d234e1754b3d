#include <algorithm>
#include <cstdlib>

#include "app/labs/copy/copy_motion.h"

namespace texelscope::app {
namespace {

constexpr std::int64_t widest_row = 32;
/// A row that is folded keeps its parts whole from this width on.
constexpr std::int64_t narrowest_fold = 8;

/// An axis as it lies in the memory of one side.
struct GridAxis {
  std::int64_t extent = 1;
  /// |stride| in bytes.
  std::int64_t stride = 0;
  bool is_reversed = false;
  /// Items from one position to the next, and cells.
  std::int64_t item_step = 0;
  std::int64_t cell_step = 0;
};

std::vector<GridAxis> axes_in_memory(const CopyMotion& motion, CopySideName side) {
  std::vector<GridAxis> axes;
  std::int64_t step = 1;
  for (std::size_t i = motion.axes.size(); i-- > 0;) {
    const gpu::CopyAxis& axis = motion.axes[i];
    const std::int64_t stride = side == CopySideName::source ? axis.source_stride : axis.destination_stride;
    axes.push_back({axis.extent, std::abs(stride), stride < 0, step, 0});
    step *= axis.extent;
  }
  std::ranges::stable_sort(axes, {}, &GridAxis::stride);
  return axes;
}

struct RowFold {
  std::int64_t columns = 1;
  std::int64_t rows = 1;
};

/// Axes that continue each other make one long row, which is folded; each of the others stacks rows.
RowFold place_axes(std::vector<GridAxis>& axes, std::int64_t item_bytes) {
  std::int64_t row = 1;
  // The row before its last axis: folds keep it whole.
  std::int64_t unit = 1;
  bool is_row = true;
  RowFold fold;
  const auto end_row = [&] {
    is_row = false;
    const bool is_unit_whole = unit >= narrowest_fold && unit <= widest_row;
    fold.columns = row <= widest_row   ? row
                   : is_unit_whole     ? unit
                   : unit > widest_row ? widest_row
                                       : widest_row / unit * unit;
    fold.rows = (row + fold.columns - 1) / fold.columns;
  };
  for (GridAxis& axis : axes) {
    if (axis.stride == 0 || axis.extent == 1) {
      continue;
    }
    const std::int64_t pitch = axis.stride / item_bytes;
    const bool is_first = row == 1;
    const bool has_short_gap = axis.stride % item_bytes == 0 && pitch > row && pitch - row <= longest_drawn_gap &&
                               (pitch * axis.extent <= widest_row || axes.size() == 1);
    if (is_row && !is_first && pitch != row && !has_short_gap) {
      end_row();
    }
    if (!is_row) {
      axis.cell_step = fold.columns * fold.rows;
      fold.rows *= axis.extent;
      continue;
    }
    axis.cell_step = is_first && !has_short_gap ? 1 : pitch;
    unit = row;
    row = axis.cell_step * axis.extent;
  }
  if (is_row) {
    end_row();
  }
  return fold;
}

}  // namespace

MotionGrid motion_grid(const CopyMotion& motion, CopySideName side) {
  MotionGrid grid;
  if (motion.items.empty()) {
    return grid;
  }
  std::vector<GridAxis> axes = axes_in_memory(motion, side);
  const RowFold fold = place_axes(axes, motion.item_bytes);
  grid.columns = static_cast<int>(fold.columns);
  grid.rows = static_cast<int>(fold.rows);
  grid.cells.assign(static_cast<std::size_t>(fold.columns * fold.rows), -1);
  grid.cell_of.resize(motion.items.size());
  for (std::size_t item = 0; item < motion.items.size(); ++item) {
    std::int64_t cell = 0;
    for (const GridAxis& axis : axes) {
      const std::int64_t position = static_cast<std::int64_t>(item) / axis.item_step % axis.extent;
      cell += axis.cell_step * (axis.is_reversed ? axis.extent - 1 - position : position);
    }
    grid.cell_of[item] = static_cast<std::int32_t>(cell);
    std::int32_t& first = grid.cells[static_cast<std::size_t>(cell)];
    first = first < 0 ? static_cast<std::int32_t>(item) : first;
  }
  return grid;
}

}  // namespace texelscope::app
