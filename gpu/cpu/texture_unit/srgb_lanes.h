#pragma once

#include <array>

namespace texelscope::gpu::cpu::texture_unit {

/// srgb_table() for vectors.
struct SrgbLanes {
  /// The linear value of each code.
  std::array<float, 256> values;
  /// The power of two 2^(exponent + 7) that is the block of its sums.
  std::array<float, 256> blocks;
  /// code / 255, as alpha is read.
  std::array<float, 256> alphas;
};

[[nodiscard]] const SrgbLanes& srgb_lanes();

}  // namespace texelscope::gpu::cpu::texture_unit
