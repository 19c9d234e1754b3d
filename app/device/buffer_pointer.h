#pragma once

#include <cstdint>

#include "texelscope/gpu/buffer.h"

namespace texelscope::app {

/// The pointer that a kernel takes to access a buffer's memory, starting at `offset` bytes.
template <class T>
[[nodiscard]] T* pointer_to(const gpu::Buffer& buffer, std::int64_t offset = 0) {
  return reinterpret_cast<T*>(buffer.handle().value + static_cast<std::uint64_t>(offset));
}

}  // namespace texelscope::app
