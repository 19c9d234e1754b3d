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

constexpr std::int64_t bytes_of_thread = 16;
/// With smaller planes, most threads of a block would be idle.
constexpr std::int64_t min_plane_bytes = 2048;

/// Whether each read and write of 16 bytes is aligned.
bool is_aligned(const ChannelCopy& copy) {
  const TileSide none;
  return copy.plane_stride % bytes_of_thread == 0 &&
         run_alignment(reinterpret_cast<std::uintptr_t>(copy.pointers.source), copy.blocks, &BlockAxis::source_stride,
                       none) == bytes_of_thread &&
         run_alignment(reinterpret_cast<std::uintptr_t>(copy.pointers.destination), copy.blocks,
                       &BlockAxis::destination_stride, none) == bytes_of_thread;
}

}  // namespace

DeviceLaunch launch_channels(const CopyPlan& plan, const CopyPointers& pointers) {
  const std::size_t inner = plan.axes.size() - 1;
  const std::size_t run = source_run_axis(plan).value_or(inner);
  const bool is_joining = !splits_channels(plan);
  const std::size_t channel_axis = is_joining ? inner : run;
  const std::size_t plane_axis = is_joining ? run : inner;
  const std::int64_t plane_bytes = plan.axes[plane_axis].extent * plan.item_bytes;
  if (plane_bytes % bytes_of_thread != 0 || plane_bytes < min_plane_bytes) {
    return groups_of(plan) ? launch_groups(plan, pointers) : launch_staged(plan, pointers);
  }
  TileExtents tile(plan.axes.size(), 1);
  tile[channel_axis] = plan.axes[channel_axis].extent;
  tile[plane_axis] = std::min(plane_bytes, copy_threads * bytes_of_thread) / plan.item_bytes;
  ChannelCopy copy;
  copy.pointers = first_item(plan, pointers);
  copy.blocks = block_axes(plan, tile);
  copy.threads = static_cast<std::int32_t>(tile[plane_axis] * plan.item_bytes / bytes_of_thread);
  copy.plane_stride = is_joining ? plan.axes[channel_axis].source_stride : plan.axes[channel_axis].destination_stride;
  if (!is_aligned(copy)) {
    return launch_staged(plan, pointers);
  }
  const std::int64_t channels = plan.axes[channel_axis].extent;
  DeviceLaunch launch;
  launch.entry = &channel_kernel(plan.item_bytes, static_cast<std::int32_t>(channels), is_joining);
  launch.blocks = copy.blocks.volume();
  launch.copy = copy;
  launch.text = fmt::format("{}, each {} bytes of {} planes {} registers", counted(launch.blocks, "block"),
                            tile[plane_axis] * plan.item_bytes, channels, is_joining ? "joined in" : "split in");
  return launch;
}

}  // namespace texelscope::gpu::copy
