#pragma once

#include <cstdint>
#include <vector>

#include "gpu/copy/device/staging.h"

namespace texelscope::gpu::copy {

/// One part of a copy between the memory of host and device: the same slice of both sides, and how it lies between
/// them, without gaps and in the host's order.
struct CopyPart {
  StridedLayout host;
  StridedLayout device;
  StridedLayout packed;
};

/// Cuts along the host's slowest axes into parts of at most about `part_bytes`, but at least one element: a host side
/// without gaps is one run in each part.
[[nodiscard]] std::vector<CopyPart> cut(const StridedLayout& host, const StridedLayout& device,
                                        std::int64_t part_bytes);

}  // namespace texelscope::gpu::copy
