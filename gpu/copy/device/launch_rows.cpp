#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "gpu/copy/copy_groups.h"
#include "gpu/copy/counted.h"
#include "gpu/copy/device/device_launch.h"
#include "gpu/copy/device/kernels.h"
#include "gpu/copy/device/tile_shape.h"

namespace texelscope::gpu::copy {
namespace {

/// Reads per block, and per thread, indexed by the bytes of one read: enough to saturate the memory.
constexpr std::int64_t words_of_block(std::int64_t bytes) { return (bytes >= 16 ? 4 : 8) * copy_threads; }
/// The widest possible read.
constexpr std::int64_t widest_row_item = 16;
/// Too much of a shorter row consists of partial granules.
constexpr std::int64_t short_row_bytes = 256;
/// With shorter sides, most granules that a skewed tile reads or writes would be partial.
constexpr std::int64_t min_partial_side_bytes = 64;
/// Shorter rows leave most threads idle.
constexpr std::int64_t min_row_items = 16;

DeviceLaunch launch_along_rows(const CopyPlan& plan, const CopyPointers& pointers) {
  const std::int64_t words_per_block = words_of_block(plan.item_bytes);
  TileExtents tile(plan.axes.size(), 1);
  const std::size_t inner = plan.axes.size() - 1;
  tile[inner] = std::min(plan.axes[inner].extent, words_per_block);
  std::vector<std::size_t> rows;
  std::int64_t words = tile[inner];
  for (std::size_t axis = inner; axis-- > 0 && words < words_per_block && rows.size() < max_tile_axes;) {
    tile[axis] = std::min(plan.axes[axis].extent, (words_per_block + words - 1) / words);
    words *= tile[axis];
    rows.push_back(axis);
  }
  RowCopy copy;
  copy.pointers = first_item(plan, pointers);
  copy.blocks = block_axes(plan, tile);
  copy.source_rows = tile_side(plan, tile, rows, &CopyAxis::source_stride);
  copy.destination_rows = tile_side(plan, tile, rows, &CopyAxis::destination_stride);
  copy.words = static_cast<std::int32_t>(tile[inner]);
  copy.source_step = plan.axes[inner].source_stride / plan.item_bytes;
  copy.destination_step = plan.axes[inner].destination_stride / plan.item_bytes;
  copy.lanes_log2 = std::min(8, static_cast<std::int32_t>(std::bit_width(static_cast<std::uint64_t>(tile[inner]) - 1)));
  DeviceLaunch launch;
  launch.entry = &row_kernel(plan.item_bytes);
  launch.blocks = copy.blocks.volume();
  launch.copy = copy;
  launch.text = fmt::format("{} of {}, {} bytes of each row, {} at a time", counted(launch.blocks, "block"),
                            counted(copy.source_rows.count, "row"), tile[inner] * plan.item_bytes, plan.item_bytes);
  return launch;
}

DeviceLaunch launch_one_by_one(const CopyPlan& plan, const CopyPointers& pointers) {
  // Launching more blocks than can run concurrently gains nothing: each block continues with further items.
  constexpr std::int64_t max_blocks = 1 << 20;
  ElementCopy copy;
  copy.pointers = first_item(plan, pointers);
  copy.items = plan.volume_bytes / plan.item_bytes;
  for (std::size_t axis = plan.axes.size(); axis-- > 0; ++copy.axes) {
    copy.extent[copy.axes] = plan.axes[axis].extent;
    copy.source_stride[copy.axes] = plan.axes[axis].source_stride;
    copy.destination_stride[copy.axes] = plan.axes[axis].destination_stride;
  }
  DeviceLaunch launch;
  launch.entry = &element_kernel(plan.item_bytes);
  launch.blocks = std::min((copy.items + copy_threads - 1) / copy_threads, max_blocks);
  launch.copy = copy;
  launch.text = fmt::format("{} individually, in {}", counted(copy.items, "item"), counted(launch.blocks, "block"));
  return launch;
}

}  // namespace

DeviceLaunch launch_rows(const CopyPlan& plan, const CopyPointers& pointers) {
  return plan.item_bytes == widest_row_item ? launch_along_rows(plan, pointers) : launch_elements(plan, pointers);
}

DeviceLaunch launch_elements(const CopyPlan& plan, const CopyPointers& pointers) {
  const bool is_short = !plan.axes.empty() && plan.axes.back().extent * plan.item_bytes < short_row_bytes;
  if (is_short && groups_of(plan)) {
    return launch_groups(plan, pointers);
  }
  if (are_lines(plan)) {
    return launch_lines(plan, pointers);
  }
  if (are_skewed_tiles(plan, min_partial_side_bytes)) {
    return launch_skewed(plan, pointers);
  }
  const bool has_rows = !plan.axes.empty() && plan.axes.back().extent >= min_row_items;
  return has_rows ? launch_along_rows(plan, pointers) : launch_one_by_one(plan, pointers);
}

}  // namespace texelscope::gpu::copy
