#include "gpu/cpu/texture_unit/anisotropy.h"

#include <algorithm>
#include <cmath>

namespace texelscope::gpu::cpu::texture_unit {
namespace {

/// How much finer the level becomes, in 1/256: within each octave of the ratio from 0 to 256 with a slope.
struct Refinement {
  unsigned from_max_anisotropy;
  double slope;
  /// Where an octave's step begins, times the slope.
  double begin;
  /// The most that this maximum allows.
  double limit;
};
constexpr std::array<Refinement, 7> refinements{{{16, 2, 128.4, 1024},
                                                 {12, 2, 128.4, 928},
                                                 {10, 2, 128.4, 800},
                                                 {8, 2, 128.4, 768},
                                                 {6, 1.75, 97.8, 667},
                                                 {4, 1.75, 97.8, 512},
                                                 {2, 1.5, 65.3, 256}}};

double refinement_of(double ratio, unsigned max_anisotropy) {
  const auto found = std::ranges::find_if(
      refinements, [&](const Refinement& made) { return max_anisotropy >= made.from_max_anisotropy; });
  const double octaves = 256 * std::log2(ratio);
  const double whole = std::floor(octaves / 256) * 256;
  const double step = std::clamp(found->slope * (octaves - whole) - found->begin, 0.0, 256.0);
  return std::min(whole + step, found->limit);
}

std::vector<AnisotropicSample> samples_of(double ratio, double longest_ratio) {
  if (ratio <= 1) {
    return {{}};
  }
  // In units of the shorter axis, of which the longer one has `longest_ratio`.
  if (ratio <= 2) {
    const double offset = (1 - 1 / ratio) / longest_ratio;
    return {{-offset, 0.5}, {offset, 0.5}};
  }
  std::vector<AnisotropicSample> samples;
  const int pairs = static_cast<int>(std::ceil(ratio / 2));
  for (int pair = 0; pair < pairs; ++pair) {
    const double weight = pair + 1 < pairs ? 1 / ratio : (1 - 2.0 * pair / ratio) / 2;
    const double offset = (pair + 0.5) / longest_ratio;
    samples.push_back({-offset, weight});
    samples.push_back({offset, weight});
  }
  return samples;
}

double length(const std::array<double, 3>& vector) { return std::hypot(vector[0], vector[1]); }

std::array<double, 3> combined(const Gradients& gradients, double of_dx, double of_dy) {
  return {of_dx * gradients.dx[0] + of_dy * gradients.dy[0], of_dx * gradients.dx[1] + of_dy * gradients.dy[1], 0};
}

}  // namespace

Anisotropy take_apart(const Gradients& texels, const Gradients& coordinates, unsigned max_anisotropy) {
  constexpr double diagonal = 11.0 / 16;
  constexpr std::array<std::array<double, 2>, 4> candidates{
      {{1, 0}, {0, 1}, {diagonal, diagonal}, {diagonal, -diagonal}}};
  std::array<double, 4> lengths{};
  for (std::size_t k = 0; k < candidates.size(); ++k) {
    lengths[k] = length(combined(texels, candidates[k][0], candidates[k][1]));
  }
  const auto longest = static_cast<std::size_t>(std::ranges::max_element(lengths) - lengths.begin());
  const double shortest = *std::ranges::min_element(lengths);
  Anisotropy result;
  result.level = level_of_gradients(texels);
  result.direction = combined(coordinates, candidates[longest][0], candidates[longest][1]);
  // The longer axis of nothing, and an infinite one, have no ratio.
  const double longest_ratio = shortest > 0 && std::isfinite(lengths[longest]) ? lengths[longest] / shortest
                               : lengths[longest] > 0                          ? static_cast<double>(max_anisotropy)
                                                                               : 1.0;
  const double ratio = std::clamp(longest_ratio, 1.0, static_cast<double>(max_anisotropy));
  result.samples = samples_of(ratio, longest_ratio);
  result.level -= static_cast<LevelOfDetail>(std::lround(refinement_of(ratio, max_anisotropy)));
  return result;
}

}  // namespace texelscope::gpu::cpu::texture_unit
