#include "gpu/cpu/texture_unit/anisotropy.h"

#include <array>
#include <cmath>

#include "gpu/cpu/texture_unit/short_number.h"

namespace texelscope::gpu::cpu::texture_unit {
namespace {

/// log2 of the maxima 2, 4 … 16 in 1/256, with four fraction bits. There is no maximum of 14.
constexpr std::array<LevelOfDetail, 9> log_maximum{0, 256, 512, 656, 768, 848, 912, 912, 1024};

}  // namespace

FootprintAxes footprint_axes(const Gradients& gradients, int maximum) {
  const MajorAxis major = major_axis(gradients);
  FootprintAxes axes{.major = major.vector, .major_level = level_of_axis(major)};
  if (gradients.are_apart) {
    axes.minor_level = axes.major_level;
    return axes;
  }
  const double area = std::fabs(
      short_sum(short_product(gradients.dx[0], gradients.dy[1]), -short_product(gradients.dx[1], gradients.dy[0])));
  const LevelOfDetail shortest = axes.major_level - log_maximum[static_cast<std::size_t>(maximum / 2)];
  const LevelOfDetail measured = area > 0 ? short_logarithm(area) - axes.major_level : shortest;
  axes.minor_level = std::min(std::max(measured, shortest), axes.major_level);
  return axes;
}

LevelOfDetail sharpened_level(LevelOfDetail level, int maximum) {
  const LevelOfDetail fraction = level & 255;
  const LevelOfDetail steeper = maximum >= 8   ? 2 * (fraction - 64)
                                : maximum >= 4 ? 7 * (fraction - 54) >> 2
                                               : 3 * (fraction - 42) >> 1;
  return level - fraction + std::clamp(steeper, 0, 256);
}

}  // namespace texelscope::gpu::cpu::texture_unit
