#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "texelscope/gpu/copy_plan.h"

namespace texelscope::gpu::copy {

/// A few items at a time that follow each other in the destination and lie near each other in the source, in any order
/// and with gaps: the channels of pixels, small matrices.
struct Groups {
  /// The last so many axes of the plan make a group; the one before counts groups.
  std::size_t axes = 0;
  /// Groups in a tile, and the bytes that their source spans.
  std::int64_t count = 0;
  std::int64_t span_bytes = 0;
};

/// The groups that make the largest tile; nothing where none make one that is worth a block.
[[nodiscard]] std::optional<Groups> groups_of(const CopyPlan& plan);

}  // namespace texelscope::gpu::copy
