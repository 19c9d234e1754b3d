#pragma once

#include <algorithm>

#include "gpu/cpu/texture_unit/gradient.h"

/// The axes of a footprint with anisotropy, and the level that they request, in logarithms. Determined from 32,000
/// footprints of an H200, without exception.
namespace texelscope::gpu::cpu::texture_unit {

/// The largest ratio that the texture unit honors for a descriptor's max_anisotropy: 2, 4, 6, 8, 10, 12 or 16, the
/// largest that is not above it; 1 without anisotropy.
[[nodiscard]] constexpr int effective_anisotropy(unsigned max_anisotropy) {
  return max_anisotropy >= 16 ? 16 : max_anisotropy >= 2 ? static_cast<int>(std::min(max_anisotropy, 12U) & ~1U) : 1;
}

/// The axes of a pixel's footprint.
struct FootprintAxes {
  /// The major axis, in texels of level 0.
  TexelVector major{};
  /// log2 of the lengths, in 1/256. The minor axis counts as at least the major axis over the maximum ratio, so its
  /// logarithm is the requested level.
  LevelOfDetail major_level = smallest_level;
  LevelOfDetail minor_level = smallest_level;

  /// log2 of the ratio, in 1/256, at least 0. The minor axis counts as at least one texel of level 0.
  [[nodiscard]] LevelOfDetail log_ratio() const { return std::max(major_level - std::max(minor_level, 0), 0); }
};

/// The axes for an effective maximum of 2 or more. The minor axis is the area |dx × dy| over the major axis; both are
/// equal if the gradients are apart.
[[nodiscard]] FootprintAxes footprint_axes(const Gradients& gradients, int maximum);

/// "Trilinear optimization" for an effective maximum of 2 or more: the fraction of a level rises with a slope
/// of 1.5, 1.75 or 2 in the middle of its range, and most fetches read only one level. It applies to textures with
/// anisotropy at every ratio, unless disable_trilinear_optimization is set. `level` includes the bias below, which
/// moves the rise to the middle.
[[nodiscard]] LevelOfDetail sharpened_level(LevelOfDetail level, int maximum);

/// The bias of levels that are sharpened: 256·bias − 128·(1 − 1/slope), truncated toward zero, with the bias within
/// ±15. (Without exception in the recorded corpus.)
[[nodiscard]] LevelOfDetail sharpened_bias(float bias, int maximum);

}  // namespace texelscope::gpu::cpu::texture_unit
