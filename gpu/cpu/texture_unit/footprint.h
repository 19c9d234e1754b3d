#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "gpu/cpu/texture_unit/axis.h"
#include "gpu/cpu/texture_unit/bound_texture.h"
#include "gpu/cpu/texture_unit/gradient.h"
#include "texelscope/kernels/texture_fetch.h"

namespace texelscope::gpu::cpu::texture_unit {

/// r(whole · fraction / 256) with r(v) = floor(v + 0.5).
[[nodiscard]] constexpr int split(int whole, int fraction) { return (whole * fraction + 128) >> 8; }

/// Weights of a slice's four texels in 1/256, at [2·y + x]; their sum is `whole`, the weight of the slice. a and b are
/// the fractions along x and y, 0 … 255. The weight is split first along x, then along y, each time so that the parts
/// add up exactly; on the left, the upper row is rounded; on the right, the lower row.
[[nodiscard]] constexpr std::array<int, 4> slice_weights(int whole, int a, int b) {
  const int right = split(whole, a);
  const int left = whole - right;
  const int right_lower = split(right, b);
  const int left_upper = split(left, 256 - b);
  return {left_upper, right - right_lower, left - left_upper, right_lower};
}

/// A texel that a fetch reads, with its weight in the footprint's unit. The weight can round to 0 for a texel that is
/// still read, so that an infinity or NaN in it counts.
struct Tap {
  const std::byte* texel;
  int weight;
};

/// Up to four taps of one slice along z, of one level, or of one anisotropic sample.
struct Slice {
  std::array<Tap, 4> taps;
  int count = 0;

  void add(const std::byte* texel, int weight) { taps[static_cast<std::size_t>(count++)] = {texel, weight}; }
};

/// Slices that a sum of floats adds at a time.
inline constexpr int largest_group = 4;
[[nodiscard]] constexpr int slices_in_group(std::int64_t texel_bytes) {
  return texel_bytes <= 4 ? largest_group : largest_group / 2;
}

/// The texels that a fetch reads, with weights in 1/2^bits, excluding neighbors along an axis whose fraction is 0.
template <std::size_t max_slices, int bits>
struct SliceList {
  static constexpr int weight_bits = bits;
  std::array<Slice, max_slices> slices;
  int count = 0;
  /// The number of slices of the finer level, which come first; 0 if there is only one level.
  int finer_count = 0;
  /// The number of slices that a sum of floats adds at a time. It does not matter for two slices.
  int group_size = largest_group;

  Slice& add_slice() { return slices[static_cast<std::size_t>(count++)]; }
};
/// At most two slices of each of two levels.
using Footprint = SliceList<4, 8>;

/// One texel with all the weight.
[[nodiscard]] inline Footprint single_texel(const std::byte* texel) {
  Footprint footprint;
  footprint.slices[0].add(texel, 256);
  footprint.count = 1;
  return footprint;
}

/// Adds the footprint of a linear fetch at (x, y, z) in one level of a texture of that rank, with the weight of the
/// level; coordinates from the rank on are ignored. `first_slice` is the layer of a layered texture.
template <int rank>
inline void add_linear(Footprint& footprint, const BoundTexture& texture, const BoundLevel& level, int level_weight,
                       float x, float y, float z, std::int64_t first_slice = 0) {
  const auto position = [&](std::size_t axis, float coordinate) {
    return linear_position(level.axes[axis], fixed_point(level.axes[axis], coordinate));
  };
  const std::int64_t fx = position(0, x);
  const std::int64_t fy = position(1, rank >= 2 ? y : 0.0F);
  const std::int64_t fz = rank == 3 ? position(2, z) : 0;
  const int a = static_cast<int>(fx & 255);
  const int b = static_cast<int>(fy & 255);
  const int c = static_cast<int>(fz & 255);
  const int near_weight = split(level_weight, 256 - c);

  for (int k = 0; k < (c != 0 ? 2 : 1); ++k) {
    const int slice_weight = k == 0 ? near_weight : level_weight - near_weight;
    if (slice_weight == 0) {
      continue;  // not read at all, infinities included
    }
    Slice& slice = footprint.add_slice();
    const std::array<int, 4> weights = slice_weights(slice_weight, a, b);
    const std::int64_t iz = rank == 3 ? address(level.axes[2], (fz >> 8) + k) : first_slice;
    for (int j = 0; j < (b != 0 ? 2 : 1); ++j) {
      const std::int64_t iy = address(level.axes[1], (fy >> 8) + j);
      for (int i = 0; i < (a != 0 ? 2 : 1); ++i) {
        const std::int64_t ix = address(level.axes[0], (fx >> 8) + i);
        slice.add(texel_at(texture, level, ix, iy, iz), weights[static_cast<std::size_t>(2 * j + i)]);
      }
    }
  }
}

/// The footprint of a linear fetch from level 0.
template <int rank>
[[nodiscard]] inline Footprint make_footprint(const BoundTexture& texture, float x, float y, float z) {
  Footprint footprint;
  add_linear<rank>(footprint, texture, texture, 256, x, y, z);
  return footprint;
}

/// The one texel that a point fetch reads in a level of a texture of that rank.
template <int rank>
[[nodiscard]] inline const std::byte* point_texel(const BoundTexture& texture, const BoundLevel& level, float x,
                                                  float y, float z, std::int64_t first_slice = 0) {
  const auto index = [&](std::size_t axis, float coordinate) {
    return address(level.axes[axis], point_position(level.axes[axis], fixed_point(level.axes[axis], coordinate)));
  };
  return texel_at(texture, level, index(0, x), rank >= 2 ? index(1, y) : 0, rank == 3 ? index(2, z) : first_slice);
}

/// Adds the texels of a sample at a position with 8 fraction bits, anywhere along two axes: of the left texel for a
/// linear filter, of the texel for a point filter. Their weights add up to `weight`.
void add_sample(Slice& slice, const BoundTexture& texture, const BoundLevel& level, std::int64_t x, std::int64_t y,
                std::int64_t z, int weight);

/// The derivatives of a fetch's coordinates, in texels of level 0.
[[nodiscard]] Gradients gradients_of(const BoundTexture& texture, const kernels::TextureFetch& fetch);

/// The level that a fetch requests, before the texture's bias and clamps.
[[nodiscard]] LevelOfDetail requested_level(const BoundTexture& texture, const kernels::TextureFetch& fetch);

/// The levels that a fetch reads if it requests `level`.
[[nodiscard]] LevelPair selected_levels(const BoundTexture& texture, const kernels::TextureFetch& fetch,
                                        LevelOfDetail level);

/// The texels that any sampling fetch reads: for every rank, kind, filter and level.
[[nodiscard]] Footprint make_footprint(const BoundTexture& texture, const kernels::TextureFetch& fetch);

/// The texels from which a gather reads one channel, in the order in which it returns them.
[[nodiscard]] std::array<const std::byte*, 4> gathered_texels(const BoundTexture& texture,
                                                              const kernels::TextureFetch& fetch);

}  // namespace texelscope::gpu::cpu::texture_unit
