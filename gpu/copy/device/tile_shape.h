#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "gpu/copy/block_axes.h"
#include "gpu/copy/device/kernels.h"
#include "texelscope/gpu/copy_plan.h"

namespace texelscope::gpu::copy {

/// The number of items of each axis of a plan in one block; 1 for the axes along which only blocks advance.
using TileExtents = std::vector<std::int64_t>;

/// The blocks that cover the plan's axes with these tiles.
[[nodiscard]] BlockAxes block_axes(const CopyPlan& plan, const TileExtents& tile);

/// One side of a tile: its axes, the finest first, with the strides of the other side.
[[nodiscard]] TileSide tile_side(const CopyPlan& plan, const TileExtents& tile, std::span<const std::size_t> axes,
                                 std::int64_t CopyAxis::*stride);

/// The largest power of two up to 16 that divides the address of each run in all blocks, on one side of the copy. It
/// follows from the `address` of the first item, the steps of the blocks, and the strides of the runs.
[[nodiscard]] std::int32_t run_alignment(std::uintptr_t address, const BlockAxes& blocks,
                                         std::int64_t BlockAxis::*block_stride, const TileSide& runs);

/// The range around the source's items that kernels may read.
[[nodiscard]] ReadableBytes readable_bytes(const CopyPlan& plan, const CopyPointers& pointers);

/// The largest power of two up to 16 that divides both `power` and `value`.
[[nodiscard]] std::int32_t common_power(std::int32_t power, std::int64_t value);

}  // namespace texelscope::gpu::copy
