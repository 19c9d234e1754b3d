#include "gpu/cpu/texture_unit/axis_samples.h"

#include <algorithm>
#include <cmath>

#include "gpu/cpu/texture_unit/short_number.h"

namespace texelscope::gpu::cpu::texture_unit {
namespace {

constexpr int whole_step = 64;

/// Half the distance between two neighboring samples along one axis, in 1/128 texel of the level.
int half_distance(int direction, int octave, int power, int step) {
  // Below a ratio of 2, the two samples approach each other.
  const int unscaled = octave > 0 ? direction : ((256 - power) * direction + 64) >> 7;
  return (unscaled * step) >> 6;
}

}  // namespace

AxisDirection axis_direction(const TexelVector& major) {
  const double width = std::fabs(major[0]);
  const double height = std::fabs(major[1]);
  const double larger = std::max(width, height);
  if (larger == 0) {
    return {};
  }
  // From 8 to 16 for the larger component.
  const double steps_in_one = 8 / leading_bit(larger);
  const auto middle = [&](double size) {
    const double steps = size * steps_in_one;
    return steps < 0.25 ? 0.0 : static_cast<int>(steps) + 0.5;
  };
  const double x = middle(width);
  const double y = middle(height);
  const double length = std::sqrt(x * x + y * y);
  const auto rounded = [&](double size, double sign) {
    const int units = static_cast<int>(whole_step * size / length + 0.5);
    return std::signbit(sign) ? -units : units;
  };
  return {rounded(x, major[0]), rounded(y, major[1])};
}

SampledLevel sampled_level(LevelOfDetail log_ratio, const LevelPair& levels, int index) {
  if (levels.weight == 0) {
    return {.log_ratio = log_ratio};
  }
  return index == 1 ? SampledLevel{.log_ratio = log_ratio + levels.weight - 256, .weight = levels.weight}
                    : SampledLevel{.log_ratio = log_ratio,
                                   .step = short_power(256 - levels.weight) >> 1,
                                   .weight = 256 - levels.weight};
}

LevelSamples level_samples(const AxisDirection& direction, const SampledLevel& level) {
  LevelSamples result;
  if (level.log_ratio <= 0) {
    result.samples[0] = {.weight = level.weight};
    result.count = 1;
    return result;
  }
  const int octave = level.log_ratio >> 8;
  const int power = short_power(level.log_ratio & 255);
  // In 1/1024, 512 of which are on each side.
  const int inner = octave == 0 ? 512 : octave == 1 ? 2 * power : power >> (octave - 2);
  const int pairs = (512 + inner - 1) / inner;
  result.unit = inner <= 256 ? 1024 : 512;
  result.count = 2 * pairs;
  const int x = half_distance(direction.x, octave, power, level.step);
  const int y = half_distance(direction.y, octave, power, level.step);
  const int outer = 512 - (pairs - 1) * inner;
  const int unused_bits = result.unit == 1024 ? 0 : 1;
  int sum = 0;
  int given = 0;
  for (int k = 0; k < result.count; ++k) {
    const int halves = 2 * (k - pairs) + 1;
    sum += (k == 0 || k == result.count - 1 ? outer : inner) >> unused_bits;
    const int weight_so_far = (sum * level.weight + 128) >> 8;
    result.samples[static_cast<std::size_t>(k)] = {2 * halves * x, 2 * halves * y, weight_so_far - given};
    given = weight_so_far;
  }
  return result;
}

}  // namespace texelscope::gpu::cpu::texture_unit
