#pragma once

#include <array>

#include "gpu/cpu/texture_unit/gradient.h"

/// The samples of an anisotropic fetch in one level: a row along the major axis. Determined from the weights of all
/// texels around 31,873 footprints of an H200, without exception; two levels from 1,653 fetches.
namespace texelscope::gpu::cpu::texture_unit {

/// A vector in 1/64 texel of the level read.
struct AxisDirection {
  int x = 0;
  int y = 0;
};

/// The direction of a major axis as a vector of about 64 units. The components are truncated to the four leading bits
/// of the larger component, and half a step is added to each. A component below 1/32 of the larger component's leading
/// bit is 0.
[[nodiscard]] AxisDirection axis_direction(const TexelVector& major);

/// The texture unit reads this sample like a fetch of its own, with a part of the weight.
struct AxisSample {
  /// Distance from the fetch's own position, in 1/256 texel of the level.
  int x = 0;
  int y = 0;
  /// In units of LevelSamples.
  int weight = 0;
};

/// The samples in a level, from the negative end of the major axis to the positive end. Their weights add up to the
/// level's.
struct LevelSamples {
  static constexpr std::size_t max_count = 16;
  std::array<AxisSample, max_count> samples;
  int count = 0;
  /// Weights are fractions of this: 256, 512 or 1024.
  int unit = 256;
};

/// A level of an anisotropic fetch.
struct SampledLevel {
  /// log2 of the footprint's ratio in this level, in 1/256; one sample if it is 0 or less.
  LevelOfDetail log_ratio = 0;
  /// The distance between neighboring samples, in 1/64 texel of the level.
  int step = 64;
  /// In 1/256.
  int weight = 256;
};

/// Level 0 or 1 of the levels that a fetch reads. The ratio belongs to the finer of two levels, where samples are up to
/// two texels apart: one texel of the level between both. In the coarser level, the minor axis counts as at least one
/// of its texels.
[[nodiscard]] SampledLevel sampled_level(LevelOfDetail log_ratio, const LevelPair& levels, int index);

/// The samples of a level: one, two that are closer than a step, or pairs of equal weight at ±½, ±1½ … steps, where the
/// outermost pair has the remaining weight.
[[nodiscard]] LevelSamples level_samples(const AxisDirection& direction, const SampledLevel& level);

}  // namespace texelscope::gpu::cpu::texture_unit
