#pragma once

#include <array>
#include <cstdint>

#include "gpu/cpu/texture_unit/bound_texture.h"

namespace texelscope::gpu::cpu::texture_unit {

/// A vector in texels of level 0.
using TexelVector = std::array<double, 3>;

/// The derivatives of a fetch's position along the screen's x and y.
struct Gradients {
  TexelVector dx{};
  TexelVector dy{};
  /// Whether dx and dy do not combine into a longer axis: on a cube map, if one of them crosses an edge.
  bool are_apart = false;
};

/// Numbers of this magnitude count as infinite. (The recorded corpus has no exception; the largest number there that
/// does not count as infinite is 2^96.6, the smallest that does 2^97.6.)
inline constexpr double infinite_from = 0x1p97;

/// Converts a derivative in the coordinates' own units to texels, with short_product(). NaN and denormals are 0,
/// infinities 2^127. (All of 500,000 products with 16 extents on an H200.)
[[nodiscard]] double derivative_in_texels(double derivative, std::int64_t extent);

/// The longest of dx, dx + dy, dy and dx − dy, where sum and difference count 11/16.
struct MajorAxis {
  TexelVector vector{};
  double length = 0;
};

/// The major axis of a pixel's footprint; the first of the longest.
///
/// The length of a vector is max + 11/32·middle + 1/4·min of its components' magnitudes, 11/16 of that for sums; every
/// product and the length have 10 significant bits, and no length exceeds 2^127. The difference is dx − dy if dx is
/// longer than dy, otherwise dy − dx. (Exact in all of 60,000 random pairs of three components and 32,000 of two on an
/// H200, which also determine the order among equals.)
[[nodiscard]] MajorAxis major_axis(const Gradients& gradients);

/// log2 of the length of a major axis: the level that a fetch with gradients requests without anisotropy.
[[nodiscard]] LevelOfDetail level_of_axis(const MajorAxis& axis);

}  // namespace texelscope::gpu::cpu::texture_unit
