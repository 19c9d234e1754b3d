#pragma once

#include <cstdint>

#include "gpu/copy/host/copy_pointers.h"
#include "texelscope/gpu/dimensions.h"

namespace texelscope::gpu::copy {

/// Copies item by item along any axes, the finest of the destination first.
struct ElementCopy {
  CopyPointers pointers;
  std::int64_t items = 0;
  std::int32_t axes = 0;
  std::int64_t extent[max_dimensions];
  std::int64_t source_stride[max_dimensions];
  std::int64_t destination_stride[max_dimensions];
};

}  // namespace texelscope::gpu::copy
