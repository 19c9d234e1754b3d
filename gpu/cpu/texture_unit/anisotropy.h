#pragma once

#include <array>
#include <vector>

#include "gpu/cpu/texture_unit/gradient.h"

namespace texelscope::gpu::cpu::texture_unit {

/// A sample of an anisotropic fetch.
struct AnisotropicSample {
  /// From the fetch's own position, in parts of Anisotropy::direction.
  double offset = 0;
  /// All sum up to 1.
  double weight = 1;
};

/// How an anisotropic fetch covers a long footprint: samples along its longer axis, at a finer level.
struct Anisotropy {
  LevelOfDetail level = 0;
  /// The longer axis in the coordinates' own units: dx, dy, or 11/16·(dx ± dy).
  std::array<double, 3> direction{};
  std::vector<AnisotropicSample> samples;
};

/// How a fetch of two-dimensional gradients is taken apart, for max_anisotropy 2 – 16. `texels` and `coordinates` are
/// the same gradients in texels and in the coordinates' own units.
///
/// What is known of an H200 (dx = (k, 0), dy = (0, 1), k from 1 to 20, samples told apart by one-hot textures): up to a
/// ratio r of 2 there are two samples at ±(1 − 1/r) of the shorter axis; beyond, a box as long as the longer axis is
/// read at ±½, ±1½ … of the shorter axis, the outermost pair with what is left of the weight. The level is finer than
/// that of the longer axis by log2 r, made of steps with a slope of 1.5, 1.75 or 2 at each octave. How the unit
/// measures the shorter axis of a sheared footprint was not found, so this is an approximation of it.
[[nodiscard]] Anisotropy take_apart(const Gradients& texels, const Gradients& coordinates, unsigned max_anisotropy);

}  // namespace texelscope::gpu::cpu::texture_unit
