#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "texelscope/gpu/buffer.h"
#include "texelscope/gpu/strided_memory_view.h"

namespace texelscope::tests {

using Bytes = std::vector<std::byte>;

[[nodiscard]] inline Bytes noise(std::size_t size, std::mt19937_64& random) {
  Bytes bytes(size);
  for (std::byte& byte : bytes) {
    byte = static_cast<std::byte>(random());
  }
  return bytes;
}

/// The offsets of a layout's elements in memory that begins `below` bytes before its offset 0.
struct Placement {
  std::size_t below = 0;
  std::size_t size = 0;
};

/// Room for a layout, and `margin` bytes on each side; offset 0 is `misalignment` bytes past a multiple of 16.
[[nodiscard]] Placement place(const gpu::StridedLayout& layout, std::size_t misalignment = 0, std::size_t margin = 32);

/// A view of a layout in a buffer with this placement.
[[nodiscard]] gpu::StridedMemoryView view_of(const gpu::Buffer& buffer, const gpu::StridedLayout& layout,
                                             const Placement& placement);

/// The expected destination memory after a copy, computed by a loop over all indices, element by element.
[[nodiscard]] Bytes copied(const Bytes& source, const gpu::StridedLayout& from, const Placement& source_placement,
                           const Bytes& destination, const gpu::StridedLayout& to,
                           const Placement& destination_placement);

/// The first difference between two memory blocks, as a message; empty if they are equal.
[[nodiscard]] std::string difference(const Bytes& seen, const Bytes& expected);

}  // namespace texelscope::tests
