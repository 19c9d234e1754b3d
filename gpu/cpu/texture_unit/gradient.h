#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "gpu/cpu/texture_unit/bound_texture.h"
#include "texelscope/kernels/texture_fetch.h"

namespace texelscope::gpu::cpu::texture_unit {

/// The derivatives of a fetch's position along the screen's x and y, in texels of level 0.
struct Gradients {
  std::array<double, 3> dx{};
  std::array<double, 3> dy{};
  /// Whether dx and dy do not combine into a longer axis: on a cube map, if one of them crosses an edge.
  bool are_apart = false;
};

/// Converts a derivative in the coordinates' own units to texels: the derivative and the extent are truncated to 10
/// significant bits, and their product is also truncated: for each bit of the extent, the partial product keeps three
/// bits below the extent's leading one, and the rest below is rounded up. NaN and denormals are 0, infinities 2^127.
/// (All of 500,000 products with 16 extents on an H200.)
[[nodiscard]] double derivative_in_texels(double derivative, std::int64_t extent);

/// The sum of two numbers truncated to 10 significant bits, as the texture unit adds derivatives: both are aligned to
/// the larger number with one guard bit. NaN if either number is NaN.
[[nodiscard]] double short_sum(double a, double b);

/// log2 of the longer axis of a pixel's footprint, as the texture unit computes it without anisotropy.
///
/// A vector's length is taken as max + 11/32·middle + 1/4·min of its components' magnitudes, of which each has 10
/// significant bits; the second term is rounded to a quarter of the last of those bits. The footprint's longer axis is
/// the longest of dx, dy and 11/16·(dx ± dy); its logarithm is looked up by the 8 bits after the leading one. (Exact
/// for two components, in all of 100,000 random pairs of gradients on an H200; with three components, 0.8 % of 40,000
/// were 1/256 of a level too high, where the third carries a sum just over a multiple of 1/256.)
[[nodiscard]] LevelOfDetail level_of_gradients(const Gradients& gradients);

/// One of the fetches that make up an anisotropic fetch.
struct WeightedFetch {
  kernels::TextureFetch fetch;
  /// The weights of all parts add up to 1.
  double weight = 1;
};

/// Whether a fetch is decomposed: fetches with gradients, from two-dimensional textures with a max_anisotropy of 2 or
/// more.
[[nodiscard]] bool is_anisotropic(const BoundTexture& texture, const kernels::TextureFetch& fetch);

/// The ratio of the footprint's longer axis to its shorter axis for a fetch that is decomposed, before the maximum
/// limits it.
[[nodiscard]] double footprint_ratio(const BoundTexture& texture, const kernels::TextureFetch& fetch);

/// The fetches at explicit levels that make up an anisotropic fetch.
[[nodiscard]] std::vector<WeightedFetch> anisotropic_fetches(const BoundTexture& texture,
                                                             const kernels::TextureFetch& fetch);

}  // namespace texelscope::gpu::cpu::texture_unit
