#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <optional>

#include "gpu/copy/counted.h"
#include "gpu/copy/device/device_launch.h"
#include "gpu/copy/device/kernels.h"
#include "gpu/copy/device/tile_shape.h"

namespace texelscope::gpu::copy {
namespace {

constexpr std::int64_t widest_item = 8;

/// The axis along which the items of the source are closest, if they are at most four items apart.
std::optional<std::size_t> row_axis(const CopyPlan& plan) noexcept {
  std::optional<std::size_t> closest;
  for (std::size_t axis = 0; axis + 1 < plan.axes.size(); ++axis) {
    const std::int64_t stride = std::abs(plan.axes[axis].source_stride);
    const bool is_close = stride > 0 && stride <= max_skewed_step * plan.item_bytes;
    if (is_close && (!closest || stride < std::abs(plan.axes[*closest].source_stride))) {
      closest = axis;
    }
  }
  return closest;
}

/// Whether each column of each matrix begins at a multiple of `alignment` in the destination.
bool is_aligned(const CopyPlan& plan, const CopyPointers& first, std::int64_t alignment) {
  return reinterpret_cast<std::uintptr_t>(first.destination) % static_cast<std::uintptr_t>(alignment) == 0 &&
         std::all_of(plan.axes.begin(), plan.axes.end() - 1,
                     [&](const CopyAxis& axis) { return axis.destination_stride % alignment == 0; });
}

}  // namespace

bool are_skewed_tiles(const CopyPlan& plan, std::int64_t min_side_bytes) noexcept {
  const std::optional<std::size_t> row = row_axis(plan);
  return row && plan.item_bytes <= widest_item && plan.axes.back().destination_stride == plan.item_bytes &&
         std::min(plan.axes[*row].extent, plan.axes.back().extent) * plan.item_bytes >= min_side_bytes;
}

DeviceLaunch launch_skewed(const CopyPlan& wanted, const CopyPointers& pointers) {
  const std::size_t row_axis_number = row_axis(wanted).value();
  const CopyPlan plan = with_ascending_source(wanted, row_axis_number);
  const CopyAxis& along_row = plan.axes[row_axis_number];
  const CopyAxis& along_column = plan.axes.back();
  const SkewedShape shape{static_cast<std::int32_t>(plan.item_bytes)};
  TileExtents whole(plan.axes.size(), 1);
  whole[row_axis_number] = along_row.extent;
  whole.back() = along_column.extent;
  SkewedCopy copy;
  copy.pointers = first_item(plan, pointers);
  copy.blocks = block_axes(plan, whole);
  copy.rows = along_column.extent;
  copy.columns = along_row.extent;
  copy.row_stride = along_column.source_stride;
  copy.column_stride = along_row.destination_stride;
  copy.step = static_cast<std::int32_t>(along_row.source_stride / plan.item_bytes);
  copy.skew = is_aligned(plan, copy.pointers, shape.write_alignment()) ? 0 : shape.write_alignment() / shape.item;
  const std::int64_t written_rows = shape.written_rows(copy.skew);
  const std::int64_t latest_start = std::max(copy.skew - 1, 0);
  copy.row_blocks = (copy.rows + latest_start + written_rows - 1) / written_rows;
  copy.column_blocks = (copy.columns + shape.columns(copy.step) - 1) / shape.columns(copy.step);
  // Neighbors along a column complete each other's partly written memory; without any, and if more is read than
  // written, neighbors along a row are faster.
  copy.is_along_rows = copy.skew == 0 && copy.step > 1;
  copy.readable = readable_bytes(plan, pointers);
  DeviceLaunch launch;
  launch.entry = &skewed_kernel(plan.item_bytes, copy.step);
  launch.blocks = copy.blocks.volume() * copy.row_blocks * copy.column_blocks;
  launch.shared_bytes = shape.shared_bytes();
  launch.copy = copy;
  launch.text = fmt::format(
      "{} of {} × {} items, gathered from shared memory: rows are read in whole granules of 16 bytes{}, columns are "
      "written from multiples of {} bytes",
      counted(launch.blocks, "tile"), shape.columns(copy.step), written_rows,
      copy.step == 1 ? "" : fmt::format(" that contain every {} item", ordinal(copy.step)), shape.write_alignment());
  return launch;
}

}  // namespace texelscope::gpu::copy
