#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "gpu/copy/choose_method.h"
#include "gpu/copy/device_launch.h"
#include "gpu/copy/kernels.h"
#include "gpu/copy/tile_shape.h"

namespace texelscope::gpu::copy {
namespace {

/// Shared memory of a block, so that several share a multiprocessor.
constexpr std::int64_t wanted_tile_bytes = 16384;
/// Smaller tiles are not worth a block.
constexpr std::int64_t least_tile_bytes = 512;
constexpr std::int64_t most_short_bytes = 512;

/// Both sides of a tile, each along one axis.
struct Shape {
  std::size_t source_axis;
  std::size_t destination_axis;
  TileExtents tile;
  /// Whether one run of the source, or of the destination, is the whole tile.
  bool is_one_source_run;
  bool is_one_destination_run;
};

Shape shape_of(const CopyPlan& plan) {
  const std::size_t written = plan.axes.size() - 1;
  const std::size_t read = source_run_axis(plan).value_or(written);
  Shape shape{read, written, TileExtents(plan.axes.size(), 1), false, false};
  const CopyAxis& source = plan.axes[read];
  const CopyAxis& destination = plan.axes[written];
  const std::int64_t most_short = most_short_bytes / plan.item_bytes;
  const bool is_source_short = source.extent <= destination.extent;
  const std::size_t few = is_source_short ? read : written;
  const std::size_t many = is_source_short ? written : read;
  shape.tile[few] = std::min(plan.axes[few].extent, most_short);
  const std::int64_t wanted = wanted_tile_bytes / (shape.tile[few] * plan.item_bytes);
  // Whole writes, where the axis is long enough.
  shape.tile[many] = std::min(plan.axes[many].extent, std::max<std::int64_t>(wanted / 16 * 16, 16));
  shape.is_one_source_run =
      shape.tile[read] == source.extent && destination.source_stride == source.extent * plan.item_bytes;
  shape.is_one_destination_run =
      shape.tile[written] == destination.extent && source.destination_stride == destination.extent * plan.item_bytes;
  return shape;
}

}  // namespace

DeviceLaunch launch_staged(const CopyPlan& plan, const CopyPointers& pointers) {
  const Shape shape = shape_of(plan);
  const auto item = static_cast<std::int32_t>(plan.item_bytes);
  const auto read_items = static_cast<std::int32_t>(shape.tile[shape.source_axis]);
  const auto written_items = static_cast<std::int32_t>(shape.tile[shape.destination_axis]);
  if (std::int64_t{read_items} * written_items * item < least_tile_bytes) {
    return launch_elements(plan, pointers);
  }
  const std::array source_axes{shape.source_axis};
  const std::array destination_axes{shape.destination_axis};
  StagedCopy copy;
  copy.pointers = first_item(plan, pointers);
  copy.blocks = block_axes(plan, shape.tile);
  const std::int32_t source_run_items = read_items * (shape.is_one_source_run ? written_items : 1);
  if (!shape.is_one_source_run) {
    copy.source_runs = tile_side(plan, shape.tile, destination_axes, &CopyAxis::source_stride);
  }
  copy.run_pitch = shape.is_one_source_run ? 16 : (source_run_items * item + 15) / 16 * 16;
  const std::int32_t shared_stride = shape.is_one_source_run ? read_items * item : copy.run_pitch;
  copy.read_bytes = common_power(run_alignment(reinterpret_cast<std::uintptr_t>(copy.pointers.source), copy.blocks,
                                               &BlockAxis::source_stride, copy.source_runs),
                                 source_run_items * item);
  copy.read_bytes = copy.read_bytes < 4 ? item : std::max(item, copy.read_bytes);
  copy.reads = source_run_items * item / copy.read_bytes;

  copy.inner_extent = written_items;
  copy.inner_stride = shared_stride;
  copy.outer_stride = item;
  copy.run_items = written_items * (shape.is_one_destination_run ? read_items : 1);
  if (!shape.is_one_destination_run) {
    copy.destination_runs = tile_side(plan, shape.tile, source_axes, &CopyAxis::destination_stride);
    copy.shared_runs = copy.destination_runs;
    copy.shared_runs.stride[0] = item;
  }
  copy.write_bytes = std::max(item, run_alignment(reinterpret_cast<std::uintptr_t>(copy.pointers.destination),
                                                  copy.blocks, &BlockAxis::destination_stride, copy.destination_runs));
  copy.lanes_log2 = copy.destination_runs.count >= 4 ? 3 : 5;
  DeviceLaunch launch;
  launch.entry = &staged_kernel(plan.item_bytes);
  launch.blocks = copy.blocks.volume();
  launch.shared_bytes = copy.source_runs.count * (shape.is_one_source_run ? source_run_items * item : copy.run_pitch);
  launch.shared_bytes = (launch.shared_bytes + 15) / 16 * 16;
  launch.copy = copy;
  launch.text = fmt::format(
      "{} tiles of {} by {} items, gathered from shared memory: {} runs of {} bytes by {} become {} of {} by {}",
      launch.blocks, read_items, written_items, copy.source_runs.count, source_run_items * item, copy.read_bytes,
      copy.destination_runs.count, copy.run_items * item, copy.write_bytes);
  return launch;
}

}  // namespace texelscope::gpu::copy
