
#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "gpu/cpu/texture_unit/footprint.h"
#include "gpu/cpu/texture_unit/gradient.h"

namespace texelscope::gpu::cpu::texture_unit {
namespace {

/// A sample of an anisotropic fetch.
struct AnisotropicSample {
  /// The distance from the fetch's own position, in multiples of Anisotropy::direction.
  double offset = 0;
  /// The weights of all samples add up to 1.
  double weight = 1;
};

/// The samples of an anisotropic fetch along the longer axis of a long footprint, at a finer level.
struct Anisotropy {
  LevelOfDetail level = 0;
  /// The longer axis of the footprint over the shorter axis, before the maximum limits it.
  double footprint_ratio = 1;
  /// The longer axis in the coordinates' own units: dx, dy, or 11/16·(dx ± dy).
  std::array<double, 3> direction{};
  std::vector<AnisotropicSample> samples;
};

/// The decrease of the level, in 1/256: within each octave of the ratio, it grows from 0 to 256 with the given slope.
struct Refinement {
  unsigned from_max_anisotropy;
  double slope;
  /// The start of an octave's step, times the slope.
  double begin;
  /// The largest decrease for this maximum.
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
  std::vector<AnisotropicSample> samples;
  const int pairs = static_cast<int>(std::ceil(ratio / 2));
  for (int pair = 0; pair < pairs; ++pair) {
    const double weight = pair + 1 < pairs ? 1 / ratio : (1 - 2.0 * pair / ratio) / 2;
    // In units of the shorter axis; the longer axis measures `longest_ratio` of them.
    const double offset = (pairs == 1 ? 1 - 1 / ratio : pair + 0.5) / longest_ratio;
    samples.push_back({-offset, weight});
    samples.push_back({offset, weight});
  }
  return samples;
}

double length(const std::array<double, 3>& vector) { return std::hypot(vector[0], vector[1]); }

std::array<double, 3> combined(const Gradients& gradients, double of_dx, double of_dy) {
  return {of_dx * gradients.dx[0] + of_dy * gradients.dy[0], of_dx * gradients.dx[1] + of_dy * gradients.dy[1], 0};
}

/// The decomposition of a fetch with two-dimensional gradients, for max_anisotropy 2 – 16. `texels` and `coordinates`
/// are the same gradients in texels and in the coordinates' own units.
///
/// Measured on an H200 (dx = (k, 0), dy = (0, 1), k from 1 to 20, samples distinguished by one-hot textures): up to a
/// ratio r of 2 there are two samples at ±(1 − 1/r) of the shorter axis; above 2, a box as long as the longer axis is
/// read at ±½, ±1½ … of the shorter axis, the outermost pair with the rest of the weight. The level is finer than that
/// of the longer axis by log2 r, made of steps with a slope of 1.5, 1.75 or 2 at each octave. How the texture unit
/// measures the shorter axis of a sheared footprint is unknown; this is an approximation.
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
  // A longer axis of length 0 or infinity has no ratio.
  const double longest_ratio = shortest > 0 && std::isfinite(lengths[longest]) ? lengths[longest] / shortest
                               : lengths[longest] > 0                          ? static_cast<double>(max_anisotropy)
                                                                               : 1.0;
  result.footprint_ratio = longest_ratio;
  const double ratio = std::clamp(longest_ratio, 1.0, static_cast<double>(max_anisotropy));
  result.samples = samples_of(ratio, longest_ratio);
  result.level -= static_cast<LevelOfDetail>(std::lround(refinement_of(ratio, max_anisotropy)));
  return result;
}

Gradients coordinate_gradients(const kernels::TextureFetch& fetch) {
  return {{static_cast<double>(fetch.dx[0]), static_cast<double>(fetch.dx[1]), 0},
          {static_cast<double>(fetch.dy[0]), static_cast<double>(fetch.dy[1]), 0}};
}

}  // namespace

bool is_anisotropic(const BoundTexture& texture, const kernels::TextureFetch& fetch) {
  return texture.max_anisotropy >= 2 && fetch.operation == kernels::TextureOperation::sample_gradients &&
         texture.rank == 2 && (texture.kind == ArrayKind::plain || texture.kind == ArrayKind::layered);
}

double footprint_ratio(const BoundTexture& texture, const kernels::TextureFetch& fetch) {
  return take_apart(gradients_of(texture, fetch), coordinate_gradients(fetch), texture.max_anisotropy).footprint_ratio;
}

std::vector<WeightedFetch> anisotropic_fetches(const BoundTexture& texture, const kernels::TextureFetch& fetch) {
  const Anisotropy anisotropy =
      take_apart(gradients_of(texture, fetch), coordinate_gradients(fetch), texture.max_anisotropy);
  std::vector<WeightedFetch> fetches;
  for (const AnisotropicSample& sample : anisotropy.samples) {
    kernels::TextureFetch part = fetch;
    part.operation = kernels::TextureOperation::sample_level;
    part.level = static_cast<float>(anisotropy.level) / 256;
    part.x = static_cast<float>(static_cast<double>(fetch.x) + sample.offset * anisotropy.direction[0]);
    part.y = static_cast<float>(static_cast<double>(fetch.y) + sample.offset * anisotropy.direction[1]);
    fetches.push_back({part, sample.weight});
  }
  return fetches;
}

}  // namespace texelscope::gpu::cpu::texture_unit
