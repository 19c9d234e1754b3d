#include "gpu/copy/copy_groups.h"

#include <algorithm>
#include <cstdlib>

#include "gpu/copy/device/kernels.h"

namespace texelscope::gpu::copy {
namespace {

/// Shared memory of a tile, and the minimum that is worth a block.
constexpr std::int64_t max_span_bytes = 16384;
constexpr std::int64_t min_tile_bytes = 512;
/// The maximum span of a tile's source, per byte used.
constexpr std::int64_t max_span_per_byte = 4;
/// With a multiple of this many groups per tile, all tiles have the alignment of the first tile within a granule.
constexpr std::int64_t group_unit = 16;

}  // namespace

std::optional<Groups> groups_of(const CopyPlan& plan) {
  std::optional<Groups> best;
  std::int64_t best_bytes = min_tile_bytes - 1;
  std::int64_t items = 1;
  std::int64_t span = plan.item_bytes;
  for (std::size_t axes = 1; axes < plan.axes.size() && axes <= max_tile_axes; ++axes) {
    const CopyAxis& inner = plan.axes[plan.axes.size() - axes];
    const CopyAxis& outer = plan.axes[plan.axes.size() - axes - 1];
    const bool is_continued = inner.destination_stride == items * plan.item_bytes;
    if (!is_continued || inner.extent > max_group_items / items) {
      break;
    }
    items *= inner.extent;
    span += (inner.extent - 1) * std::abs(inner.source_stride);
    const std::int64_t group_bytes = items * plan.item_bytes;
    if (outer.destination_stride != group_bytes || span > max_span_bytes) {
      continue;
    }
    // Repeated groups have stride 0, so their bytes in the destination limit their number.
    const std::int64_t stride = std::abs(outer.source_stride);
    const std::int64_t fitting = (max_span_bytes - span) / std::max(stride, group_bytes) + 1;
    const std::int64_t count =
        std::min(outer.extent, fitting > group_unit ? fitting / group_unit * group_unit : fitting);
    const std::int64_t span_bytes = span + (count - 1) * stride;
    if (count * group_bytes > best_bytes && span_bytes <= max_span_per_byte * count * group_bytes) {
      best = Groups{axes, count, span_bytes};
      best_bytes = count * group_bytes;
    }
  }
  return best;
}

}  // namespace texelscope::gpu::copy
