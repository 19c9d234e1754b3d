#include "app/labs/layout/layout_map.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <tuple>
#include <utility>

namespace texelscope::app {
namespace {

/// The step limit for counting the elements at one offset, because overlapping layouts can require very many steps.
constexpr int search_steps = 512;
/// The largest distance of the first element from offset 0 at which a memory strip still starts at 0.
constexpr std::int64_t near_zero = 1024;
/// The maximum number of rows or columns of a grid that scrolls.
constexpr std::int64_t max_lines = 8192;

gpu::Dimensions weights(const gpu::StridedLayout& layout) {
  gpu::Dimensions all = gpu::Dimensions::filled(layout.ndim(), 0);
  std::int64_t weight = 1;
  for (std::size_t axis = layout.ndim(); axis-- > 0;) {
    all[axis] = weight;
    weight *= std::max<std::int64_t>(layout.shape()[axis], 1);
  }
  return all;
}

bool is_shown(const SliceChoice& choice, std::size_t axis) {
  return static_cast<int>(axis) == choice.row_axis || static_cast<int>(axis) == choice.column_axis;
}

std::int64_t extent_of(const gpu::StridedLayout& layout, int axis) {
  return axis < 0 ? 1 : layout.shape()[static_cast<std::size_t>(axis)];
}

/// The number of displayed rows and columns: all if they fit, otherwise a part of both.
std::pair<std::int64_t, std::int64_t> shown_extents(std::int64_t rows, std::int64_t columns) {
  std::int64_t shown_columns = std::min(columns, max_lines);
  std::int64_t shown_rows = std::min(rows, max_lines);
  if (shown_rows * shown_columns > max_cells) {
    constexpr std::int64_t side = 256;
    shown_columns = std::min(shown_columns, std::max(side, max_cells / shown_rows));
    shown_rows = std::min(shown_rows, max_cells / shown_columns);
  }
  return {shown_rows, shown_columns};
}

}  // namespace

std::string index_text(const gpu::StridedLayout& layout, std::int64_t position) {
  return layout.ndim() == 0 ? "()" : fmt::format("{}", fmt::join(index_at(layout, position), ","));
}

std::string slice_text(const gpu::StridedLayout& layout, const SliceChoice& choice) {
  std::vector<std::string> axes;
  for (std::size_t axis = 0; axis < layout.ndim(); ++axis) {
    const bool is_shown = static_cast<int>(axis) == choice.row_axis || static_cast<int>(axis) == choice.column_axis;
    axes.push_back(is_shown ? ":" : fmt::format("{}", choice.index[axis]));
  }
  return fmt::format("[{}]", fmt::join(axes, ", "));
}

gpu::Dimensions index_at(const gpu::StridedLayout& layout, std::int64_t position) {
  gpu::Dimensions index = gpu::Dimensions::filled(layout.ndim(), 0);
  for (std::size_t axis = layout.ndim(); axis-- > 0;) {
    const std::int64_t extent = std::max<std::int64_t>(layout.shape()[axis], 1);
    index[axis] = position % extent;
    position /= extent;
  }
  return index;
}

std::int64_t position_of(const gpu::StridedLayout& layout, const gpu::Dimensions& index) {
  std::int64_t position = 0;
  for (std::size_t axis = 0; axis < layout.ndim(); ++axis) {
    position = position * layout.shape()[axis] + index[axis];
  }
  return position;
}

ElementFinder::ElementFinder(const gpu::StridedLayout& layout)
    : lowest_{layout.min_offset()}, is_empty_{layout.is_empty()} {
  if (is_empty_) {
    return;
  }
  const gpu::Dimensions weight = weights(layout);
  for (std::size_t axis = 0; axis < layout.ndim(); ++axis) {
    const std::int64_t extent = layout.shape()[axis];
    const std::int64_t stride = layout.strides()[axis];
    if (extent == 1) {
      continue;
    }
    if (stride == 0) {
      copies_ *= extent;
      broadcast_.push_back({extent, 0, false, weight[axis], 0});
    } else {
      axes_.push_back({extent, stride < 0 ? -stride : stride, stride < 0, weight[axis], 0});
    }
  }
  std::ranges::stable_sort(axes_, std::ranges::greater{}, &Axis::step);
  std::int64_t reach = 0;
  for (std::size_t i = axes_.size(); i-- > 0;) {
    // Axes with strides of both signs can span more than the integer can hold.
    if (__builtin_add_overflow(reach, axes_[i].step * (axes_[i].extent - 1), &reach)) {
      reach = std::numeric_limits<std::int64_t>::max();
    }
    axes_[i].reach = reach;
  }
}

std::optional<std::int64_t> ElementFinder::above_lowest(std::int64_t offset) const {
  std::int64_t rest = 0;
  const std::int64_t reach = axes_.empty() ? 0 : axes_.front().reach;
  if (is_empty_ || offset < lowest_ || __builtin_sub_overflow(offset, lowest_, &rest) || rest > reach) {
    return std::nullopt;
  }
  return rest;
}

template <typename Take>
bool ElementFinder::search(std::size_t axis, std::int64_t rest, std::int64_t position, int& budget,
                           const Take& take) const {
  if (axis == axes_.size()) {
    return rest != 0 || take(position);
  }
  if (--budget < 0) {
    return false;
  }
  const Axis& current = axes_[axis];
  const std::int64_t reach_after = axis + 1 < axes_.size() ? axes_[axis + 1].reach : 0;
  const std::int64_t short_of = rest - reach_after;
  const std::int64_t first = short_of <= 0 ? 0 : (short_of - 1) / current.step + 1;
  const std::int64_t last = std::min(current.extent - 1, rest / current.step);
  for (std::int64_t i = first; i <= last; ++i) {
    const std::int64_t index = current.is_reversed ? current.extent - 1 - i : i;
    if (!search(axis + 1, rest - i * current.step, position + index * current.weight, budget, take)) {
      return false;
    }
  }
  return true;
}

OffsetElements ElementFinder::at(std::int64_t offset) const {
  OffsetElements found;
  const std::optional<std::int64_t> rest = above_lowest(offset);
  if (!rest) {
    return found;
  }
  int budget = search_steps;
  std::int64_t count = 0;
  found.is_exact = search(0, *rest, 0, budget, [&](std::int64_t position) {
    found.first = count == 0 ? position : std::min(found.first, position);
    return ++count < search_steps;
  });
  found.count = count * copies_;
  return found;
}

std::vector<std::int64_t> ElementFinder::elements_at(std::int64_t offset, std::size_t most) const {
  std::vector<std::int64_t> positions;
  const std::optional<std::int64_t> rest = above_lowest(offset);
  if (!rest || most == 0) {
    return positions;
  }
  int budget = static_cast<int>(std::min<std::size_t>(most, 1U << 20U)) * 64 + search_steps;
  search(0, *rest, 0, budget, [&](std::int64_t position) {
    positions.push_back(position);
    return positions.size() < most;
  });
  for (const Axis& axis : broadcast_) {
    const std::size_t before = positions.size();
    for (std::int64_t i = 1; i < axis.extent && positions.size() < most; ++i) {
      for (std::size_t k = 0; k < before && positions.size() < most; ++k) {
        positions.push_back(positions[k] + i * axis.weight);
      }
    }
  }
  std::ranges::sort(positions);
  return positions;
}

void settle(SliceChoice& choice, const gpu::StridedLayout& layout) {
  const int rank = static_cast<int>(layout.ndim());
  const bool is_valid = choice.rank == rank && choice.row_axis < rank && choice.column_axis < rank &&
                        (choice.row_axis != choice.column_axis || rank == 0) && (rank < 1 || choice.column_axis >= 0) &&
                        (rank < 2 || choice.row_axis >= 0) && choice.index.size() == layout.ndim();
  if (!is_valid) {
    choice = {rank >= 2 ? rank - 2 : -1, rank >= 1 ? rank - 1 : -1, gpu::Dimensions::filled(layout.ndim(), 0)};
    choice.rank = rank;
  }
  for (std::size_t axis = 0; axis < layout.ndim(); ++axis) {
    choice.index[axis] =
        std::clamp<std::int64_t>(choice.index[axis], 0, std::max<std::int64_t>(layout.shape()[axis] - 1, 0));
  }
  const std::int64_t rows = extent_of(layout, choice.row_axis);
  const std::int64_t columns = extent_of(layout, choice.column_axis);
  const auto [shown_rows, shown_columns] = shown_extents(rows, columns);
  choice.first_row = std::clamp<std::int64_t>(choice.first_row, 0, rows - shown_rows);
  choice.first_column = std::clamp<std::int64_t>(choice.first_column, 0, columns - shown_columns);
}

void show_position(SliceChoice& choice, const gpu::StridedLayout& layout, std::int64_t position) {
  settle(choice, layout);
  const gpu::Dimensions index = index_at(layout, position);
  for (std::size_t axis = 0; axis < layout.ndim(); ++axis) {
    if (!is_shown(choice, axis)) {
      choice.index[axis] = index[axis];
    }
  }
  const IndexGrid grid = index_grid(layout, choice);
  const auto bring = [](std::int64_t& first, std::int64_t shown, std::int64_t wanted) {
    if (wanted < first || wanted >= first + shown) {
      first = wanted - shown / 2;
    }
  };
  if (choice.row_axis >= 0) {
    bring(choice.first_row, grid.shown_rows, index[static_cast<std::size_t>(choice.row_axis)]);
  }
  if (choice.column_axis >= 0) {
    bring(choice.first_column, grid.shown_columns, index[static_cast<std::size_t>(choice.column_axis)]);
  }
  settle(choice, layout);
}

IndexGrid index_grid(const gpu::StridedLayout& layout, const SliceChoice& choice) {
  IndexGrid grid;
  grid.rows = extent_of(layout, choice.row_axis);
  grid.columns = extent_of(layout, choice.column_axis);
  if (layout.is_empty()) {
    return grid;
  }
  const gpu::Dimensions weight = weights(layout);
  grid.offset = layout.slice_offset();
  for (std::size_t axis = 0; axis < layout.ndim(); ++axis) {
    const std::int64_t stride = layout.shape()[axis] == 1 ? 0 : layout.strides()[axis];
    if (static_cast<int>(axis) == choice.row_axis) {
      grid.row_weight = weight[axis];
      grid.row_stride = stride;
    } else if (static_cast<int>(axis) == choice.column_axis) {
      grid.column_weight = weight[axis];
      grid.column_stride = stride;
    } else {
      grid.position += choice.index[axis] * weight[axis];
      grid.offset += choice.index[axis] * stride;
    }
  }
  std::tie(grid.shown_rows, grid.shown_columns) = shown_extents(grid.rows, grid.columns);
  grid.first_row = choice.first_row;
  grid.first_column = choice.first_column;
  return grid;
}

std::optional<GridCell> find_cell(const gpu::StridedLayout& layout, const SliceChoice& choice, std::int64_t position) {
  const gpu::Dimensions index = index_at(layout, position);
  GridCell cell;
  for (std::size_t axis = 0; axis < layout.ndim(); ++axis) {
    if (static_cast<int>(axis) == choice.row_axis) {
      cell.row = index[axis];
    } else if (static_cast<int>(axis) == choice.column_axis) {
      cell.column = index[axis];
    } else if (index[axis] != choice.index[axis]) {
      return std::nullopt;
    }
  }
  return cell;
}

MemoryRange memory_range(const gpu::StridedLayout& layout, std::int64_t first_offset) {
  MemoryRange range;
  if (layout.is_empty()) {
    return range;
  }
  const gpu::OffsetBounds bounds = layout.offset_bounds();
  range.lowest = bounds.min > 0 && bounds.min <= near_zero ? 0 : bounds.min;
  // The distance between a negative and a positive bound can overflow.
  constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
  if (__builtin_sub_overflow(bounds.max, range.lowest, &range.count) || range.count == most) {
    range.count = most - 1;
  }
  ++range.count;
  range.shown = std::min(range.count, max_cells);
  range.first_shown = std::clamp(first_offset, range.lowest, range.lowest + (range.count - range.shown));
  return range;
}

}  // namespace texelscope::app
