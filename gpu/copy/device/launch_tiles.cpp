#include <fmt/format.h>

#include <algorithm>

#include "gpu/copy/choose_method.h"
#include "gpu/copy/copy_groups.h"
#include "gpu/copy/counted.h"
#include "gpu/copy/device/device_launch.h"
#include "gpu/copy/device/kernels.h"
#include "gpu/copy/device/tile_shape.h"

namespace texelscope::gpu::copy {
namespace {

// Measured on an H200: tiles of 256 by 256 bytes achieve 0.92–0.97 of the throughput of a memcpy; 16-byte items need
// longer reads.
constexpr std::int64_t wanted_bytes = 256;
constexpr std::int64_t wanted_read_bytes_of_widest = 512;
/// A shorter side is extended by the axes that continue it, as long as multiple blocks remain for each multiprocessor.
constexpr std::int64_t short_side_bytes = 128;
constexpr std::int64_t wanted_merged_source_bytes = 320;
constexpr std::int64_t wanted_merged_destination_bytes = 96;
/// If a side remains shorter than this, a staged copy is faster.
constexpr std::int64_t min_side_bytes = 64;
/// The shared memory of a block that every GPU supports (compute capability 7.5).
constexpr std::int32_t max_shared_bytes = 65536;
/// Runs with a different alignment are staged, and written item by item, a cache line per instruction, which is faster
/// if an item is a word.
constexpr std::int32_t min_alignment(std::int64_t item_bytes) { return item_bytes == 4 ? 8 : 4; }
/// Matrices with shorter sides would leave much of a skewed tile empty.
constexpr std::int64_t min_skewed_side_bytes = 1024;

struct Side {
  std::vector<std::size_t> axes;
  std::int64_t items = 1;
};

/// The part of an axis in a tile: all of it if that is not much more than requested, otherwise a divisor near the
/// request if one exists, so that no block repeats another's work.
std::int64_t share_of(std::int64_t extent, std::int64_t wanted) {
  if (extent <= wanted + wanted / 4) {
    return extent;
  }
  for (std::int64_t share = wanted; share < 2 * wanted; ++share) {
    if (extent % share == 0) {
      return share;
    }
  }
  return wanted;
}

/// Splits `extent` into the fewest shares of at most `most`, of about the same size. @returns the size of a share,
/// rounded up to a multiple of `unit`, but at most `most`.
std::int64_t equal_share(std::int64_t extent, std::int64_t most, std::int64_t unit) {
  if (extent <= most) {
    return extent;
  }
  const std::int64_t count = (extent + most - 1) / most;
  return std::min(((extent + count - 1) / count + unit - 1) / unit * unit, most);
}

/// Begins at `axis` and adds the axes that continue it on its side, but none of the other side: those have an extent
/// other than 1 in the tile.
Side make_side(const CopyPlan& plan, TileExtents& tile, std::size_t axis, std::int64_t CopyAxis::*stride,
               std::int64_t wanted, std::int64_t wanted_merged) {
  Side side;
  std::size_t next = axis;
  while (next < plan.axes.size() && side.axes.size() < max_tile_axes) {
    const CopyAxis& along = plan.axes[next];
    const bool is_first = side.axes.empty();
    const std::int64_t items = (is_first ? wanted : wanted_merged) / plan.item_bytes;
    tile[next] = is_first ? equal_share(along.extent, items, 16 / plan.item_bytes)
                          : share_of(along.extent, (items + side.items - 1) / side.items);
    if (tile[next] == 1) {
      break;
    }
    side.axes.push_back(next);
    side.items *= tile[next];
    if (tile[next] < along.extent || side.items * plan.item_bytes >= short_side_bytes) {
      break;
    }
    const std::int64_t continued = along.*stride * along.extent;
    for (next = 0; next < plan.axes.size(); ++next) {
      if (tile[next] == 1 && plan.axes[next].*stride == continued && plan.axes[next].extent > 1) {
        break;
      }
    }
  }
  return side;
}

}  // namespace

DeviceLaunch launch_tiles(const CopyPlan& plan, const CopyPointers& pointers) {
  if (groups_of(plan)) {
    return launch_groups(plan, pointers);
  }
  const std::size_t destination_axis = plan.axes.size() - 1;
  const std::size_t source_axis = source_run_axis(plan).value_or(destination_axis);
  TileExtents tile(plan.axes.size(), 1);
  // Neither side may include the axis where the other begins.
  tile[source_axis] = tile[destination_axis] = 0;
  const Side written = make_side(plan, tile, destination_axis, &CopyAxis::destination_stride, wanted_bytes,
                                 wanted_merged_destination_bytes);
  const Side read =
      make_side(plan, tile, source_axis, &CopyAxis::source_stride,
                plan.item_bytes == 16 ? wanted_read_bytes_of_widest : wanted_bytes, wanted_merged_source_bytes);
  if (std::min(written.items, read.items) * plan.item_bytes < min_side_bytes) {
    return launch_staged(plan, pointers);
  }
  const std::int64_t run_bytes = read.items * plan.item_bytes;
  TileCopy copy;
  copy.pointers = first_item(plan, pointers);
  copy.blocks = block_axes(plan, tile);
  copy.along_source = tile_side(plan, tile, read.axes, &CopyAxis::destination_stride);
  copy.along_destination = tile_side(plan, tile, written.axes, &CopyAxis::source_stride);
  const auto item = static_cast<std::int32_t>(plan.item_bytes);
  copy.read_bytes =
      std::max(item, common_power(run_alignment(reinterpret_cast<std::uintptr_t>(copy.pointers.source), copy.blocks,
                                                &BlockAxis::source_stride, copy.along_destination),
                                  run_bytes));
  if (copy.read_bytes < 4) {
    copy.read_bytes = item;
  }
  copy.write_bytes = std::max(item, run_alignment(reinterpret_cast<std::uintptr_t>(copy.pointers.destination),
                                                  copy.blocks, &BlockAxis::destination_stride, copy.along_source));
  const std::int32_t alignment = std::min(copy.read_bytes, copy.write_bytes);
  const bool is_whole_matrix = plan.axes.size() > 1 && read.items == plan.axes[source_axis].extent &&
                               written.items == plan.axes[destination_axis].extent;
  if (alignment < (item < 4 ? min_alignment(item) : 16) && are_skewed_tiles(plan, min_skewed_side_bytes)) {
    return launch_skewed(plan, pointers);
  }
  if (alignment < min_alignment(plan.item_bytes) || (alignment < 16 && is_whole_matrix)) {
    return launch_staged(plan, pointers);
  }
  copy.pitch = static_cast<std::int32_t>((run_bytes + 127) / 128 * 128);
  const std::int32_t items_of_write = 16 / item;
  copy.shared_rows = (copy.along_destination.count + items_of_write - 1) / items_of_write * items_of_write;
  const auto tables = static_cast<std::int32_t>((copy.along_source.axes > 1 ? read.items : 0) +
                                                (copy.along_destination.axes > 1 ? written.items : 0));
  DeviceLaunch launch;
  launch.shared_bytes = copy.pitch * copy.shared_rows + tables * 8;
  if (launch.shared_bytes > max_shared_bytes) {
    return launch_staged(plan, pointers);
  }
  launch.entry = &tile_kernel(plan.item_bytes);
  launch.blocks = copy.blocks.volume();
  launch.copy = copy;
  launch.text = fmt::format(
      "{} of {} × {} items, read in runs of {} bytes, {} at a time, written in runs of {} bytes, {} at a time",
      counted(launch.blocks, "tile"), read.items, written.items, run_bytes, copy.read_bytes,
      written.items * plan.item_bytes, copy.write_bytes);
  return launch;
}

}  // namespace texelscope::gpu::copy
