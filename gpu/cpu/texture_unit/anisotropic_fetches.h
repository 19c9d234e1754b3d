#pragma once

#include <vector>

#include "gpu/cpu/texture_unit/bound_texture.h"
#include "texelscope/kernels/texture_fetch.h"

namespace texelscope::gpu::cpu::texture_unit {

/// A fetch that stands for a part of an anisotropic one.
struct WeightedFetch {
  kernels::TextureFetch fetch;
  /// All sum up to 1.
  double weight = 1;
};

/// Whether a fetch is taken apart: gradients, of two-dimensional textures with max_anisotropy of 2 and more.
[[nodiscard]] bool is_anisotropic(const BoundTexture& texture, const kernels::TextureFetch& fetch);

/// The fetches at explicit levels that an anisotropic one is made of.
[[nodiscard]] std::vector<WeightedFetch> anisotropic_fetches(const BoundTexture& texture,
                                                             const kernels::TextureFetch& fetch);

}  // namespace texelscope::gpu::cpu::texture_unit
