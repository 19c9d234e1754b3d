#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstdlib>

#include "gpu/copy/counted.h"
#include "gpu/copy/device/device_launch.h"
#include "gpu/copy/device/kernels.h"
#include "gpu/copy/device/tile_shape.h"

namespace texelscope::gpu::copy {
namespace {

constexpr std::int64_t write_bytes = 16;
constexpr std::int64_t widest_line_item = 8;
/// Shorter rows consist mostly of partial granules, which are written item by item.
constexpr std::int64_t min_line_bytes = 32;
/// Stretches of a row have the row's alignment within a cache line.
constexpr std::int64_t stretch_unit_bytes = 128;

std::int64_t step_of(const CopyPlan& plan) { return plan.axes.back().source_stride / plan.item_bytes; }

/// Writes that each thread has in flight, as in the kernel.
std::int64_t at_once(const CopyPlan& plan) { return std::abs(step_of(plan)) <= 1 ? 4 : 2; }

/// The largest number of threads per row among those that need the fewest rounds.
std::int32_t lanes_log2_for(std::int64_t rows, std::int64_t writes, std::int64_t at_once) {
  std::int64_t fewest = rows * writes;
  std::int32_t chosen = 0;
  for (std::int32_t log2 = 0; (1 << log2) <= copy_threads; ++log2) {
    const std::int64_t lanes = std::int64_t{1} << log2;
    const std::int64_t rows_of_round = copy_threads / lanes * (writes > lanes ? 1 : at_once);
    const std::int64_t writes_of_round = lanes * (writes > lanes ? at_once : 1);
    const std::int64_t rounds =
        (rows + rows_of_round - 1) / rows_of_round * ((writes + writes_of_round - 1) / writes_of_round);
    if (rounds <= fewest) {
      fewest = rounds;
      chosen = log2;
    }
  }
  return chosen;
}

}  // namespace

bool are_lines(const CopyPlan& plan) noexcept {
  if (plan.axes.empty()) {
    return false;
  }
  const CopyAxis& inner = plan.axes.back();
  return plan.item_bytes <= widest_line_item && inner.destination_stride == plan.item_bytes &&
         inner.source_stride % plan.item_bytes == 0 && std::abs(step_of(plan)) <= max_line_step &&
         inner.extent * plan.item_bytes >= min_line_bytes;
}

DeviceLaunch launch_lines(const CopyPlan& plan, const CopyPointers& pointers) {
  const std::int64_t max_writes = copy_threads * at_once(plan);
  const std::int64_t items_of_write = write_bytes / plan.item_bytes;
  const std::size_t inner = plan.axes.size() - 1;
  TileExtents tile(plan.axes.size(), 1);
  // Equal stretches, so that none is nearly empty.
  const std::int64_t unit = stretch_unit_bytes / plan.item_bytes;
  const std::int64_t longest = max_writes * items_of_write;
  const std::int64_t extent = plan.axes[inner].extent;
  const std::int64_t stretches = (extent + longest - 1) / longest;
  tile[inner] = stretches == 1 ? extent : ((extent + stretches - 1) / stretches + unit - 1) / unit * unit;
  const std::int64_t writes = tile[inner] / items_of_write;
  std::vector<std::size_t> axes;
  std::int64_t rows = 1;
  for (std::size_t axis = inner; axis-- > 0 && rows * writes < max_writes && axes.size() < max_tile_axes;) {
    tile[axis] = std::min(plan.axes[axis].extent, (max_writes + rows * writes - 1) / (rows * writes));
    rows *= tile[axis];
    axes.push_back(axis);
  }
  LineCopy copy;
  copy.pointers = first_item(plan, pointers);
  copy.blocks = block_axes(plan, tile);
  copy.source_rows = tile_side(plan, tile, axes, &CopyAxis::source_stride);
  copy.destination_rows = tile_side(plan, tile, axes, &CopyAxis::destination_stride);
  copy.items = static_cast<std::int32_t>(tile[inner]);
  copy.lanes_log2 = lanes_log2_for(rows, writes, at_once(plan));
  copy.readable = readable_bytes(plan, pointers);
  DeviceLaunch launch;
  launch.entry = &line_kernel(plan.item_bytes, step_of(plan));
  launch.blocks = copy.blocks.volume();
  launch.copy = copy;
  launch.text =
      fmt::format("{} of {}, {} bytes of each row, 16 at a time, {}", counted(launch.blocks, "block"),
                  counted(rows, "row"), tile[inner] * plan.item_bytes,
                  step_of(plan) == 0   ? "one item repeated"
                  : step_of(plan) == 1 ? "at any row alignment"
                                       : fmt::format("every {} item selected in registers", ordinal(step_of(plan))));
  return launch;
}

}  // namespace texelscope::gpu::copy
