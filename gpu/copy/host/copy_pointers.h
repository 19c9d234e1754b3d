#pragma once

#include <cstddef>

namespace texelscope::gpu::copy {

/// The first byte of both sides.
struct CopyPointers {
  const std::byte* source = nullptr;
  std::byte* destination = nullptr;
};

}  // namespace texelscope::gpu::copy
