#pragma once

#include <cstdint>

#include "texelscope/gpu/strided_layout.h"

namespace texelscope::gpu::copy {

/// A layout and the address of its offset 0.
struct PlacedLayout {
  const StridedLayout& layout;
  std::uint64_t address = 0;
};

/// Whether elements of both may share a byte. Exact for layouts whose ranges of bytes are apart, and for those that
/// interleave with a common step, as every other row does with the rows between; else it says yes when in doubt.
[[nodiscard]] bool may_overlap(const PlacedLayout& a, const PlacedLayout& b) noexcept;

}  // namespace texelscope::gpu::copy
