#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "gpu/cpu/texture_unit/bound_texture.h"
#include "gpu/cpu/texture_unit/coordinate.h"
#include "gpu/cpu/texture_unit/weights.h"

namespace texelscope::gpu::cpu::texture_unit {

/// A texel that a linear fetch reads, with its weight in 1/256. The weight can round to 0 for a texel that is read all
/// the same: then an infinity or NaN in it still counts.
struct Tap {
  const std::byte* texel;
  int weight;
};

/// Up to four taps of one slice along z.
struct Slice {
  std::array<Tap, 4> taps;
  int count = 0;

  void add(const std::byte* texel, int weight) { taps[static_cast<std::size_t>(count++)] = {texel, weight}; }
};

/// What a linear fetch reads; texels beyond a fraction of 0 are not among it.
struct Footprint {
  std::array<Slice, 2> slices;
  int count = 0;
};

/// The footprint at (x, y, z) of a texture of that rank; coordinates from the rank on are ignored.
template <int rank>
[[nodiscard]] inline Footprint make_footprint(const BoundTexture& texture, float x, float y, float z) {
  const auto position = [&](std::size_t axis, float coordinate) {
    return linear_position(texture.axes[axis], fixed_point(texture.axes[axis], coordinate));
  };
  const std::int64_t fx = position(0, x);
  const std::int64_t fy = position(1, rank >= 2 ? y : 0.0F);
  const std::int64_t fz = rank == 3 ? position(2, z) : 0;
  const int a = static_cast<int>(fx & 255);
  const int b = static_cast<int>(fy & 255);
  const int c = static_cast<int>(fz & 255);

  Footprint footprint;
  footprint.count = c != 0 ? 2 : 1;
  for (int k = 0; k < footprint.count; ++k) {
    Slice& slice = footprint.slices[static_cast<std::size_t>(k)];
    const std::array<int, 4> weights = slice_weights(k == 0 ? 256 - c : c, a, b);
    const std::int64_t iz = rank == 3 ? address(texture.axes[2], (fz >> 8) + k) : 0;
    for (int j = 0; j < (b != 0 ? 2 : 1); ++j) {
      const std::int64_t iy = address(texture.axes[1], (fy >> 8) + j);
      for (int i = 0; i < (a != 0 ? 2 : 1); ++i) {
        const std::int64_t ix = address(texture.axes[0], (fx >> 8) + i);
        slice.add(texel_at(texture, ix, iy, iz), weights[static_cast<std::size_t>(2 * j + i)]);
      }
    }
  }
  return footprint;
}

}  // namespace texelscope::gpu::cpu::texture_unit
