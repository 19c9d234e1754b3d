#pragma once

#include <cstdint>

#include "gpu/copy/host/host_copy.h"

namespace texelscope::gpu::copy {

/// Cuts the axes of a copy into blocks: long enough along the destination that lines are written whole, wide enough
/// along the source that lines are read whole, small enough for the second-level cache, and enough of them for all
/// threads.
void choose_blocks(HostCopy& copy, std::int64_t volume_bytes, unsigned thread_count);

}  // namespace texelscope::gpu::copy
