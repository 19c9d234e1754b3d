#include "gpu/cpu/texture_unit/anisotropy.h"

#include <array>
#include <cmath>

#include "gpu/cpu/texture_unit/short_number.h"

namespace texelscope::gpu::cpu::texture_unit {
namespace {

/// log2 of the maxima 2, 4 … 16 in 1/256, with four fraction bits. There is no maximum of 14.
constexpr std::array<LevelOfDetail, 9> log_maximum{0, 256, 512, 656, 768, 848, 912, 912, 1024};

/// The largest logarithm of an area: 13 bits, so that no area counts as 2^32 or more.
constexpr LevelOfDetail largest_log_area = 8191;

/// The slope of a sharpened fraction.
constexpr int slope_in_quarters(int maximum) { return maximum >= 8 ? 8 : maximum >= 4 ? 7 : 6; }

}  // namespace

FootprintAxes footprint_axes(const Gradients& gradients, int maximum) {
  const MajorAxis major = major_axis(gradients);
  FootprintAxes axes{.major = major.vector, .major_level = level_of_axis(major)};
  if (gradients.are_apart) {
    axes.minor_level = axes.major_level;
    return axes;
  }
  const double area = std::fabs(short_sums(truncated(short_product(gradients.dx[0], gradients.dy[1])),
                                           truncated(short_product(gradients.dx[1], gradients.dy[0])))
                                    .difference);
  const LevelOfDetail shortest = axes.major_level - log_maximum[static_cast<std::size_t>(maximum / 2)];
  const LevelOfDetail measured =
      area > 0 ? std::min(short_logarithm(area), largest_log_area) - axes.major_level : shortest;
  axes.minor_level = std::min(std::max(measured, shortest), axes.major_level);
  return axes;
}

LevelOfDetail sharpened_level(LevelOfDetail level, int maximum) {
  const LevelOfDetail fraction = level & 255;
  return level - fraction + std::min(slope_in_quarters(maximum) * fraction >> 2, 256);
}

LevelOfDetail sharpened_bias(float bias, int maximum) {
  constexpr double largest = 15;
  const double offset = 128 - 512.0 / slope_in_quarters(maximum);
  const double limited = std::isnan(bias) ? 0 : std::clamp(static_cast<double>(bias), -largest, largest);
  return static_cast<LevelOfDetail>(256 * limited - offset);
}

}  // namespace texelscope::gpu::cpu::texture_unit
