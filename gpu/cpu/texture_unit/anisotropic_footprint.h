#pragma once

#include <array>

#include "gpu/cpu/texture_unit/anisotropy.h"
#include "gpu/cpu/texture_unit/axis_samples.h"
#include "gpu/cpu/texture_unit/cube_footprint.h"

namespace texelscope::gpu::cpu::texture_unit {

/// The texels of an anisotropic fetch, one slice for each sample. Up to 16 samples of each of two levels.
using AnisotropicFootprint = SliceList<2 * LevelSamples::max_count, 10>;

/// Where an anisotropic fetch reads.
struct AnisotropicSamples {
  FootprintAxes axes;
  LevelPair levels;
  /// One, or two if levels.weight is not 0.
  std::array<LevelSamples, 2> of_level;

  [[nodiscard]] int num_levels() const { return levels.weight != 0 ? 2 : 1; }
};

/// Whether a fetch takes samples along the major axis of its footprint: fetches with gradients, from two-dimensional
/// textures and cube maps with a maximum anisotropy of 2 or more. They use the filter's arithmetic with any filter,
/// even for a single sample.
[[nodiscard]] bool is_anisotropic(const BoundTexture& texture, const kernels::TextureFetch& fetch);

/// Valid until the calling thread's next call.
[[nodiscard]] const AnisotropicSamples& anisotropic_samples(const BoundTexture& texture,
                                                            const kernels::TextureFetch& fetch);

/// The position from which the samples of a level are offset. For textures that are not cube maps, the layer is the
/// face.
[[nodiscard]] FacePoint center_of(const BoundTexture& texture, const BoundLevel& level,
                                  const kernels::TextureFetch& fetch);

/// The texels of an anisotropic fetch, in the order in which they are added.
[[nodiscard]] AnisotropicFootprint make_anisotropic_footprint(const BoundTexture& texture,
                                                              const kernels::TextureFetch& fetch);

}  // namespace texelscope::gpu::cpu::texture_unit
