#include "gpu/copy/device/tile_shape.h"

#include <numeric>

namespace texelscope::gpu::copy {

BlockAxes block_axes(const CopyPlan& plan, const TileExtents& tile) {
  BlockAxes blocks;
  for (std::size_t axis = plan.axes.size(); axis-- > 0;) {
    const CopyAxis& along = plan.axes[axis];
    const std::int64_t count = (along.extent + tile[axis] - 1) / tile[axis];
    if (count > 1) {
      blocks.axes[blocks.count++] = {count, tile[axis], along.extent - tile[axis], along.source_stride,
                                     along.destination_stride};
    }
  }
  return blocks;
}

TileSide tile_side(const CopyPlan& plan, const TileExtents& tile, std::span<const std::size_t> axes,
                   std::int64_t CopyAxis::*stride) {
  TileSide side;
  side.axes = 0;
  for (const std::size_t axis : axes) {
    side.extent[side.axes] = static_cast<std::int32_t>(tile[axis]);
    side.stride[side.axes] = plan.axes[axis].*stride;
    side.count *= static_cast<std::int32_t>(tile[axis]);
    ++side.axes;
  }
  if (side.axes == 0) {
    side.axes = 1;
  }
  return side;
}

ReadableBytes readable_bytes(const CopyPlan& plan, const CopyPointers& pointers) {
  std::int64_t lowest = plan.source_offset;
  std::int64_t end = lowest + plan.item_bytes;
  for (const CopyAxis& axis : plan.axes) {
    const std::int64_t reach = (axis.extent - 1) * axis.source_stride;
    (reach < 0 ? lowest : end) += reach;
  }
  const auto address = reinterpret_cast<std::uint64_t>(pointers.source);
  return {(address + static_cast<std::uint64_t>(lowest)) & ~std::uint64_t{15},
          address + static_cast<std::uint64_t>(end)};
}

std::int32_t common_power(std::int32_t power, std::int64_t value) {
  return static_cast<std::int32_t>(std::gcd(static_cast<std::uint64_t>(power), static_cast<std::uint64_t>(value)));
}

std::int32_t run_alignment(std::uintptr_t address, const BlockAxes& blocks, std::int64_t BlockAxis::*block_stride,
                           const TileSide& runs) {
  std::int32_t power = common_power(16, static_cast<std::int64_t>(address));
  for (std::int32_t axis = 0; axis < blocks.count; ++axis) {
    power = common_power(power, blocks.axes[axis].step * (blocks.axes[axis].*block_stride));
    power = common_power(power, blocks.axes[axis].last * (blocks.axes[axis].*block_stride));
  }
  for (std::int32_t axis = 0; axis < runs.axes; ++axis) {
    power = runs.extent[axis] > 1 ? common_power(power, runs.stride[axis]) : power;
  }
  return power;
}

}  // namespace texelscope::gpu::copy
