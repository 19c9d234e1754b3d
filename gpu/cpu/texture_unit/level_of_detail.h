#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

/// From a level, as a fetch asks for it, to the levels that are read: fixed point with 8 fraction bits. Measured on an
/// H200 with levels in steps of 1/4096, biases and clamps of both signs.
namespace texelscope::gpu::cpu::texture_unit {

/// A level of detail in 1/256 of a level.
using LevelOfDetail = std::int32_t;

/// Beyond any level that a bias could bring back.
inline constexpr LevelOfDetail smallest_level = -256 * 1024;

/// A level in 1/256, truncated towards zero; NaN is 0.
[[nodiscard]] inline LevelOfDetail fixed_level(float level) {
  constexpr float far = 1024;
  return std::isnan(level) ? 0 : static_cast<LevelOfDetail>(std::clamp(level, -far, far) * 256);
}

/// A texture's level bias: like a level, within ±15.
[[nodiscard]] inline LevelOfDetail fixed_bias(float bias) { return std::clamp(fixed_level(bias), -15 * 256, 15 * 256); }

/// What a TextureDescriptor says about levels.
struct LevelRange {
  LevelOfDetail bias = 0;
  LevelOfDetail smallest = 0;
  LevelOfDetail largest = 0;
  /// Index of the last level that the array has.
  int last = 0;
  /// Filters between two levels instead of reading the nearer one.
  bool is_linear = false;
};

/// The levels that a fetch reads: `first`, and with weight/256 the next one.
struct LevelPair {
  int first = 0;
  int weight = 0;
};

/// The bias is added first; of clamps that cross, the smallest level wins.
[[nodiscard]] inline LevelPair select_levels(const LevelRange& range, LevelOfDetail level) {
  LevelOfDetail clamped = std::max(std::min(level + range.bias, range.largest), range.smallest);
  clamped = std::clamp(clamped, 0, range.last * 256);
  return range.is_linear ? LevelPair{clamped >> 8, clamped & 255}
                         : LevelPair{std::min((clamped + 128) >> 8, range.last), 0};
}

}  // namespace texelscope::gpu::cpu::texture_unit
