#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdlib>
#include <numeric>
#include <string_view>

#include "gpu/copy/choose_method.h"
#include "gpu/copy/copy_groups.h"
#include "gpu/copy/counted.h"
#include "gpu/copy/device/device_launch.h"
#include "gpu/copy/device/kernels.h"
#include "gpu/copy/device/tile_shape.h"

namespace texelscope::gpu::copy {
namespace {

/// Shared memory of a block, small enough that multiple blocks share a multiprocessor.
constexpr std::int64_t wanted_tile_bytes = 32768;
/// Smaller tiles are not worth a block.
constexpr std::int64_t min_tile_bytes = 512;
/// A tile contains all of a short side, and the part of a longer side that fills the tile together with the other side.
constexpr std::int64_t max_short_bytes = 512;
constexpr std::int64_t byte_side_bytes = 128;
constexpr std::int64_t wider_side_bytes = 256;
constexpr std::int32_t granule_bytes = 16;

std::int32_t rounded_up(std::int64_t value, std::int32_t unit) {
  return static_cast<std::int32_t>((value + unit - 1) / unit * unit);
}

/// Bytes that a lane writes with one instruction.
std::int32_t unit_items(std::int64_t item) { return static_cast<std::int32_t>(std::max<std::int64_t>(1, 4 / item)); }

/// The degree of bank conflicts between lanes at this distance, as an exponent of 2.
std::int32_t shared_banks_log2(const StagedCopy& copy, std::int64_t item) {
  const std::int64_t stride = std::abs(copy.is_grouped ? copy.group.stride[0] : copy.inner_stride);
  const auto words = static_cast<std::uint64_t>(stride * unit_items(item) / 4);
  return words == 0 ? 0 : std::countr_zero(std::gcd(words, std::uint64_t{32}));
}

/// The number of lanes along a run that read from different banks; the other lanes of a warp read other runs.
std::int32_t lanes_log2_for(const StagedCopy& copy, std::int64_t item) {
  constexpr std::int32_t padded_lanes_log2 = 3;
  const std::int32_t shared = shared_banks_log2(copy, item);
  std::int32_t log2 = copy.is_padded ? padded_lanes_log2 : 5 - shared;
  const std::int64_t units = (copy.run_items + unit_items(item) - 1) / unit_items(item);
  while (log2 > 0 && (std::int64_t{1} << (log2 - 1)) >= units) {
    --log2;
  }
  return log2;
}

/// Derives the other members from the runs.
DeviceLaunch launch(StagedCopy& copy, const CopyPlan& plan, const CopyPointers& pointers) {
  copy.readable = readable_bytes(plan, pointers);
  std::int64_t shared_bytes = std::int64_t{copy.source_runs.count} * copy.run_pitch;
  if (copy.read == StagedRead::one_run) {
    // The first and the last granule of the run are only partly used.
    shared_bytes = copy.run_bytes + 2 * granule_bytes;
    copy.is_padded = shared_banks_log2(copy, plan.item_bytes) > (copy.is_grouped ? 4 : 2);
    shared_bytes += copy.is_padded ? shared_bytes / 128 * granule_bytes : 0;
  }
  copy.lanes_log2 = lanes_log2_for(copy, plan.item_bytes);
  constexpr std::array<std::string_view, 4> reads{"in whole granules", "by 16 bytes", "word by word",
                                                  "shifted to word boundaries"};
  DeviceLaunch launch;
  launch.entry = &staged_kernel(plan.item_bytes, copy.is_padded);
  launch.blocks = copy.blocks.volume();
  launch.shared_bytes = rounded_up(shared_bytes, granule_bytes);
  launch.copy = copy;
  launch.text =
      fmt::format("{}, gathered from shared memory: {} of {} bytes, read {}, {} {} of {} bytes",
                  counted(launch.blocks, "tile"), counted(copy.source_runs.count, "run"), copy.run_bytes,
                  reads[static_cast<std::size_t>(copy.read)], copy.source_runs.count == 1 ? "becomes" : "become",
                  copy.destination_runs.count, copy.run_items * plan.item_bytes);
  return launch;
}

}  // namespace

DeviceLaunch launch_groups(const CopyPlan& plan, const CopyPointers& pointers) {
  const Groups groups = groups_of(plan).value();
  const std::size_t outer = plan.axes.size() - groups.axes - 1;
  TileExtents tile(plan.axes.size(), 1);
  std::vector<std::size_t> inner;
  for (std::size_t axis = plan.axes.size(); --axis > outer;) {
    tile[axis] = plan.axes[axis].extent;
    inner.push_back(axis);
  }
  tile[outer] = groups.count;
  StagedCopy copy;
  copy.is_grouped = true;
  copy.blocks = block_axes(plan, tile);
  copy.pointers = first_item(plan, pointers);
  for (std::size_t axis = outer; axis < plan.axes.size(); ++axis) {
    const std::int64_t reach = (tile[axis] - 1) * plan.axes[axis].source_stride;
    copy.shared_first -= static_cast<std::int32_t>(std::min<std::int64_t>(reach, 0));
  }
  copy.pointers.source -= copy.shared_first;
  copy.run_bytes = static_cast<std::int32_t>(groups.span_bytes);
  copy.group = tile_side(plan, tile, inner, &CopyAxis::source_stride);
  copy.group_stride = static_cast<std::int32_t>(plan.axes[outer].source_stride);
  copy.run_items = copy.group.count * static_cast<std::int32_t>(groups.count);
  return launch(copy, plan, pointers);
}

DeviceLaunch launch_staged(const CopyPlan& plan, const CopyPointers& pointers) {
  const std::size_t written = plan.axes.size() - 1;
  const std::size_t read = source_run_axis(plan).value_or(written);
  const CopyAxis& source = plan.axes[read];
  const CopyAxis& destination = plan.axes[written];
  const auto item = static_cast<std::int32_t>(plan.item_bytes);
  TileExtents tile(plan.axes.size(), 1);
  const std::size_t few = source.extent <= destination.extent ? read : written;
  const std::size_t many = few == read ? written : read;
  const std::int64_t side_bytes = item == 1 ? byte_side_bytes : wider_side_bytes;
  tile[few] = plan.axes[few].extent * item <= max_short_bytes ? plan.axes[few].extent : side_bytes / item;
  const std::int64_t wanted = wanted_tile_bytes / (tile[few] * item);
  // Whole writes, if the axis is long enough.
  tile[many] = std::min(plan.axes[many].extent, std::max<std::int64_t>(wanted / 16 * 16, 16));
  const auto read_items = static_cast<std::int32_t>(tile[read]);
  const auto written_items = static_cast<std::int32_t>(tile[written]);
  if (std::int64_t{read_items} * written_items * item < min_tile_bytes) {
    return launch_elements(plan, pointers);
  }
  StagedCopy copy;
  copy.pointers = first_item(plan, pointers);
  copy.blocks = block_axes(plan, tile);
  const bool is_one_source_run =
      read_items == source.extent && destination.source_stride == source.extent * plan.item_bytes;
  const bool is_one_destination_run = written_items == destination.extent && written_items <= max_group_items &&
                                      source.destination_stride == destination.extent * plan.item_bytes;
  if (is_one_source_run) {
    copy.run_bytes = read_items * written_items * item;
    copy.inner_stride = read_items * item;
  } else {
    copy.source_runs = tile_side(plan, tile, std::array{written}, &CopyAxis::source_stride);
    copy.run_bytes = read_items * item;
    const std::int32_t alignment = common_power(run_alignment(reinterpret_cast<std::uintptr_t>(copy.pointers.source),
                                                              copy.blocks, &BlockAxis::source_stride, copy.source_runs),
                                                copy.run_bytes);
    // Groups use neighbors from many runs, which then begin in different banks; runs use one item of each.
    const std::int32_t unit = std::max(item, 4);
    const bool is_whole = alignment == granule_bytes && (is_one_destination_run || item == granule_bytes);
    copy.read = is_whole ? StagedRead::whole : alignment >= unit ? StagedRead::words : StagedRead::shifted;
    copy.run_pitch = is_whole ? rounded_up(copy.run_bytes, 128) + granule_bytes
                              : (rounded_up(copy.run_bytes, unit) / unit | 1) * unit;
    copy.inner_stride = copy.run_pitch;
  }
  copy.run_items = written_items;
  if (is_one_destination_run) {
    copy.is_grouped = true;
    copy.group = tile_side(plan, tile, std::array{written}, &CopyAxis::source_stride);
    copy.group.stride[0] = copy.inner_stride;
    copy.group_stride = item;
    copy.run_items *= read_items;
  } else {
    copy.destination_runs = tile_side(plan, tile, std::array{read}, &CopyAxis::destination_stride);
    copy.shared_runs = copy.destination_runs;
    copy.shared_runs.stride[0] = item;
  }
  return launch(copy, plan, pointers);
}

}  // namespace texelscope::gpu::copy
