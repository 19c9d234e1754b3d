#pragma once

#include <array>

namespace texelscope::gpu::cpu::texture_unit {

/// srgb_table() for vectors: of each code its linear value, and the power of two 2^(exponent + 7) that is the block of
/// its sums.
struct SrgbLanes {
  std::array<float, 256> values;
  std::array<float, 256> blocks;
};

[[nodiscard]] const SrgbLanes& srgb_lanes();

}  // namespace texelscope::gpu::cpu::texture_unit
