#pragma once

#include <cstdint>

#include "gpu/cpu/texture_unit/axis.h"

namespace texelscope::gpu::cpu::texture_unit {

/// The texel index stands for the border colour.
inline constexpr std::int64_t outside = -1;

/// Where a texel index really reads: 0 … extent − 1, or `outside`. For wrap the index lies in −1 … extent, for mirror
/// in −1 … 2·extent: the coordinate was reduced to one period before, and linear filtering steps over its ends by one.
[[nodiscard]] inline std::int64_t address(const Axis& axis, std::int64_t index) {
  const std::int64_t extent = axis.extent;
  switch (axis.mode) {
    case AddressMode::clamp:
      return index < 0 ? 0 : (index >= extent ? extent - 1 : index);
    case AddressMode::border:
      return index < 0 || index >= extent ? outside : index;
    case AddressMode::wrap:
      return index < 0 ? index + extent : (index >= extent ? index - extent : index);
    case AddressMode::mirror:
      if (index < 0 || index >= 2 * extent) {
        return 0;
      }
      return index < extent ? index : 2 * extent - 1 - index;
  }
  return outside;
}

}  // namespace texelscope::gpu::cpu::texture_unit
