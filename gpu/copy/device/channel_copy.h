#pragma once

#include <cstdint>

#include "gpu/copy/block_axes.h"

namespace texelscope::gpu::copy {

/// Takes 2–4 channels apart into planes, or joins planes as channels, in registers: each thread moves 16 bytes of each
/// plane.
struct ChannelCopy {
  CopyPointers pointers;
  BlockAxes blocks;
  /// Threads that have work.
  std::int32_t threads = 1;
  /// Bytes from plane to plane.
  std::int64_t plane_stride = 0;
};

}  // namespace texelscope::gpu::copy
