#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "texelscope/gpu/copy_plan.h"

namespace texelscope::gpu::copy {

/// A few items at a time that are consecutive in the destination and close together in the source, in any order and
/// with gaps: the channels of pixels, small matrices.
struct Groups {
  /// The number of the plan's last axes that form a group; the axis before them counts groups.
  std::size_t axes = 0;
  /// Groups in a tile, and the bytes that their source spans.
  std::int64_t count = 0;
  std::int64_t span_bytes = 0;
};

/// The groups that form the largest tile; nullopt if none forms a tile that is worth a block.
[[nodiscard]] std::optional<Groups> groups_of(const CopyPlan& plan);

}  // namespace texelscope::gpu::copy
